// SPDX-License-Identifier: Apache-2.0
// The route table: every method and path that exists, who may call it, and what answers.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/states.hpp"
#include "handlers/context.hpp"

namespace assay::handlers {

// Open to anyone, or to sessions of at least that role.
using AccessRule = std::optional<Role>;
inline constexpr AccessRule kPublic = std::nullopt;

struct Route {
  std::string_view method;
  std::string_view pattern;
  AccessRule access;
  Response (*handler)(Context&);
  // Query parameters it takes, separated by blanks. Others are refused; tenantId is taken by every
  // route that needs a session.
  std::string_view parameters = {};
  // Others are passed over instead: they are another system's, which may have reasons of its own.
  bool passes_over_others = false;
};

[[nodiscard]] std::span<const Route> routes();

}  // namespace assay::handlers
