// SPDX-License-Identifier: Apache-2.0
// Cursors (base64url of "list|number" or "list|micros|id"), and the scope that ties one to its
// list.
#include "handlers/http/list_page.hpp"

#include <charconv>

#include "core/base/digest.hpp"
#include "core/base/ids.hpp"

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

// A range that PostgreSQL can hold: a forged cursor beyond it would be a database error.
bool within_calendar(std::int64_t micros) {
  constexpr std::int64_t kMax = 4'102'444'800'000'000;  // the year 2100
  return micros >= 0 && micros < kMax;
}

}  // namespace

std::string encode(std::string_view list, const Keyset& place) {
  std::string text(list);
  text.append("|").append(std::to_string(to_micros(place.at))).append("|").append(place.id);
  return to_base64url(text);
}

std::optional<Keyset> decode(std::string_view list, std::string_view text) {
  const auto parts = payload(list, text);
  const std::size_t bar = parts ? parts->find('|') : std::string::npos;
  if (bar == std::string::npos) return std::nullopt;
  const auto micros = number_of(std::string_view(*parts).substr(0, bar));
  std::string id = parts->substr(bar + 1);
  if (!micros || !within_calendar(*micros) || !is_uuid(id)) return std::nullopt;
  return Keyset{from_micros(*micros), std::move(id)};
}

std::string encode_number(std::string_view list, std::int64_t number) {
  return to_base64url(std::string(list) + "|" + std::to_string(number));
}

std::optional<std::int64_t> decode_number(std::string_view list, std::string_view text) {
  const auto part = payload(list, text);
  const auto number = part ? number_of(*part) : std::nullopt;
  if (!number || *number < 0) return std::nullopt;
  return number;
}

}  // namespace assay::handlers::cursor

namespace assay::handlers {
namespace {

constexpr std::string_view kPlain[] = {"limit", "cursor", "tenantId"};

bool filters(std::string_view parameter) {
  for (const std::string_view name : kPlain) {
    if (parameter == name) return false;
  }
  return true;
}

}  // namespace

std::string cursor_scope(const Context& context, std::string_view list, std::string_view of) {
  constexpr std::size_t kBytes = 9;
  Json path = Json::array();
  for (const std::string& segment : context.request.target()->segments) path.push(segment);
  Json asked = Json::object();
  for (const fcgi::QueryParameter& parameter : context.query.all()) {
    if (filters(parameter.name)) asked.set(parameter.name, parameter.value);
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

std::optional<cursor::Keyset> cursor_of(const fcgi::Query& query, std::string_view list) {
  const auto text = query.get("cursor");
  if (!text) return std::nullopt;
  auto place = cursor::decode(list, *text);
  if (!place) refuse_field("cursor", "is not a cursor of this list");
  return place;
}

std::optional<std::int64_t> number_cursor_of(const fcgi::Query& query, std::string_view list) {
  const auto text = query.get("cursor");
  if (!text) return std::nullopt;
  const auto place = cursor::decode_number(list, *text);
  if (!place) refuse_field("cursor", "is not a cursor of this list");
  return place;
}

Page::Page(const Context& context, std::string_view list, WithoutLimit without, std::string_view of)
    : query_(context.query), scope_(cursor_scope(context, list, of)) {
  const auto limit = limit_if_given(query_);
  if (limit) {
    limit_ = *limit;
  } else if (without == WithoutLimit::FirstPage) {
    limit_ = kDefaultLimit;
  }
}

}  // namespace assay::handlers
