// SPDX-License-Identifier: Apache-2.0
// Reads cookies from a request (RFC 6265 section 4.2).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fcgi/request.hpp"

namespace assay::handlers {

// The value of the first cookie with this name; nullopt when there is none.
[[nodiscard]] std::optional<std::string> cookie_of(const fcgi::Request& request,
                                                   std::string_view name);

}  // namespace assay::handlers
