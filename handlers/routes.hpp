// SPDX-License-Identifier: Apache-2.0
// The route table: every method and path, who may call it, and its handler; and the description of
// them all.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/base/states.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// The route table: every method and path, who may call it, and its handler.

// Public, or for sessions of at least that role.
using AccessRule = std::optional<Role>;
inline constexpr AccessRule kPublic = std::nullopt;

struct Route {
  std::string_view method;
  std::string_view pattern;
  AccessRule access;
  Response (*handler)(Context&);
  // The query parameters it accepts, separated by blanks. Others are refused. Every route that
  // needs a session also accepts tenantId.
  std::string_view parameters = {};
  // Where the created resource can be read: the Location of its 201 and 202. {packId} stands for a
  // part of the request's path, and {run.id} for a member of the answer.
  std::string_view made = {};
  // Ignores other parameters instead of refusing them, because another system chooses them.
  bool passes_over_others = false;
  // For SCIM tokens, and for nobody else.
  bool scim = false;
};

[[nodiscard]] std::span<const Route> routes();

// The API's description (OpenAPI 3.1): openapi.yaml, converted to JSON when the program is built.
[[nodiscard]] std::string_view openapi_json();

}  // namespace assay::handlers
