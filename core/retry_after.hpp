// SPDX-License-Identifier: Apache-2.0
// The header Retry-After (RFC 9110, section 10.2.3).
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "core/time.hpp"

namespace assay::http {

// Seconds, or the time until a date; from nothing to `longest`. nullopt for what is neither.
[[nodiscard]] std::optional<std::chrono::seconds> parse_retry_after(std::string_view text,
                                                                    Timestamp now,
                                                                    std::chrono::seconds longest);

}  // namespace assay::http
