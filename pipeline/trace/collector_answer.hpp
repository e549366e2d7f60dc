// SPDX-License-Identifier: Apache-2.0
// Decides what a collector's answer means for the spans sent (OTLP/HTTP, "Response").
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/time.hpp"
#include "core/http/http_client.hpp"

namespace assay::trace {

struct Verdict {
  enum class Next { Taken, Again, Refused };
  Next next = Next::Refused;
  std::int64_t rejected = 0;                       // Taken: spans the collector did not want
  std::optional<std::chrono::seconds> wait_least;  // Again: from Retry-After
};

// 2xx: taken, including partial successes, which are never sent again. 429, 502, 503, 504 and the
// lack of an answer: again. Everything else: refused for good. now: for a Retry-After that is a
// date.
[[nodiscard]] Verdict judge(const Result<http::Response, http::Problem>& answer,
                            std::size_t spans_sent, Timestamp now);

// Seconds or an HTTP date (RFC 9110 section 10.2.3), never negative, at most five minutes.
[[nodiscard]] std::optional<std::chrono::seconds> parse_retry_after(std::string_view text,
                                                                    Timestamp now);

}  // namespace assay::trace
