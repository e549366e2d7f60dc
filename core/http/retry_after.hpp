// SPDX-License-Identifier: Apache-2.0
// Parses the Retry-After header (RFC 9110, section 10.2.3).
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "core/base/time.hpp"

namespace assay::http {

// Takes seconds or a date; returns the wait, from 0 to `longest`. nullopt if the text is neither.
[[nodiscard]] std::optional<std::chrono::seconds> parse_retry_after(std::string_view text,
                                                                    Timestamp now,
                                                                    std::chrono::seconds longest);

}  // namespace assay::http
