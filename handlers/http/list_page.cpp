// SPDX-License-Identifier: Apache-2.0
// Reads sort, limit and cursor. A cursor is base64url of "list|value|id"; a digest in the name of
// the list ties it to order and filters.
#include "handlers/http/list_page.hpp"

#include <charconv>

#include "core/base/digest.hpp"
#include "core/base/ids.hpp"
#include "core/base/time.hpp"
#include "core/json/utf8.hpp"
#include "handlers/http/input.hpp"

namespace assay::handlers::cursor {
namespace {

// The part after "list|" in the decoded text.
std::optional<std::string> payload(std::string_view list, std::string_view text) {
  auto decoded = from_base64url(text);
  if (!decoded || !decoded->starts_with(list) || decoded->size() <= list.size() ||
      (*decoded)[list.size()] != '|') {
    return std::nullopt;
  }
  return decoded->substr(list.size() + 1);
}

std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t number = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), number);
  if (done.ec != std::errc() || done.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

// Times end where PostgreSQL's reading of them as text would change. What has not happened yet
// comes after all others, in the year 9999.
bool may_be(pg::OrderKey::Of of, const std::string& value) {
  constexpr std::int64_t kYear10000 = 253'402'300'800'000'000;  // microseconds since 1970
  const auto number = number_of(value);
  switch (of) {
    case pg::OrderKey::Of::Time:
      return number && *number >= 0 && *number < kYear10000;
    case pg::OrderKey::Of::Number:
      return number.has_value();
    case pg::OrderKey::Of::Date:
      return from_iso8601(value) && value.size() == std::string_view("YYYY-MM-DD").size();
    case pg::OrderKey::Of::Text:
      return utf8::valid(value) && value.find('\0') == std::string::npos;
  }
  return false;
}

}  // namespace

std::string encode(std::string_view list, const pg::Place& place) {
  return to_base64url(std::string(list) + "|" + place.value + "|" + place.id);
}

std::optional<pg::Place> decode(std::string_view list, std::string_view text, pg::OrderKey::Of of) {
  const auto parts = payload(list, text);
  const std::size_t bar = parts ? parts->rfind('|') : std::string::npos;
  if (bar == std::string::npos) return std::nullopt;
  pg::Place place{parts->substr(0, bar), parts->substr(bar + 1)};
  if (!is_uuid(place.id) || !may_be(of, place.value)) return std::nullopt;
  return place;
}

}  // namespace assay::handlers::cursor

namespace assay::handlers {
namespace {

constexpr std::string_view kSort = "sort";
constexpr std::string_view kCursor = "cursor";
constexpr std::string_view kPlain[] = {"limit", kCursor, "tenantId"};

bool decides(std::string_view parameter) {
  for (const std::string_view name : kPlain) {
    if (parameter == name) return false;
  }
  return true;
}

// The name under which cursors are made and accepted.
std::string scope_of(const Context& context, std::string_view list, std::string_view of) {
  constexpr std::size_t kBytes = 9;
  Json path = Json::array();
  for (const std::string& segment : context.request.target()->segments) path.push(segment);
  Json asked = Json::object();
  for (const fcgi::QueryParameter& parameter : context.query.all()) {
    if (decides(parameter.name)) asked.set(parameter.name, parameter.value);
  }
  const Json whole = Json::object()
                         .set("tenant", context.tenant.value)
                         .set("path", path)
                         .set("asked", asked)
                         .set("of", of);
  const Sha256Bytes digest = sha256(whole.canonical());
  const std::string_view start(reinterpret_cast<const char*>(digest.data()), kBytes);
  return std::string(list) + '.' + to_base64url(start);
}

const pg::OrderKey* key_named(const pg::Orders& orders, std::string_view name) {
  std::string issue = "must be one of ";
  for (const pg::OrderKey& key : orders.keys) {
    if (key.name == name) return &key;
    issue.append(&key == orders.keys.data() ? "" : ", ").append(key.name);
    issue.append(", -").append(key.name);
  }
  refuse_field(kSort, issue);
}

}  // namespace

std::optional<int> limit_if_given(const fcgi::Query& query) {
  const auto text = query.get("limit");
  if (!text) return std::nullopt;
  int limit = 0;
  const auto done = std::from_chars(text->data(), text->data() + text->size(), limit);
  if (done.ec != std::errc() || done.ptr != text->data() + text->size() || limit < 1 ||
      limit > kMaxLimit) {
    refuse_field("limit", "must be a whole number from 1 to 200");
  }
  return limit;
}

int limit_of(const fcgi::Query& query) {
  return limit_if_given(query).value_or(kDefaultLimit);
}

Page::Page(const Context& context, std::string_view list, const pg::Orders& orders,
           WithoutLimit without, std::string_view of)
    : scope_(scope_of(context, list, of)) {
  part_.by = orders.keys.data();
  part_.descending = orders.descending;
  if (const auto wish = context.query.get(kSort)) {
    part_.descending = wish->starts_with('-');
    part_.by = key_named(orders, std::string_view(*wish).substr(part_.descending ? 1 : 0));
  }
  const auto limit = limit_if_given(context.query);
  if (limit || without == WithoutLimit::FirstPage) part_.limit = limit.value_or(kDefaultLimit);
  const auto text = context.query.get(kCursor);
  if (!text) return;
  part_.after = cursor::decode(scope_, *text, part_.by->of);
  if (!part_.after) refuse_field(kCursor, "is not a cursor of this list");
}

}  // namespace assay::handlers
