// SPDX-License-Identifier: Apache-2.0
// Pages of lists, and the scope that ties a cursor to its list.
#include "handlers/http/list_page.hpp"

#include "core/base/digest.hpp"

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
