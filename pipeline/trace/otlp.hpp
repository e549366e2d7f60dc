// SPDX-License-Identifier: Apache-2.0
// OTLP over HTTP: spans as JSON, and what a collector answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/time.hpp"
#include "core/http/http_client.hpp"
#include "core/trace/trace_scrub.hpp"

namespace assay::trace {

// Collectors accept 20 MiB; a body stays far below.
inline constexpr std::size_t kMaxBodyBytes = std::size_t{4} << 20U;

struct OtlpBody {
  std::string json;       // an ExportTraceServiceRequest
  std::size_t spans = 0;  // number of the given spans in it
};

// Writes spans as OTLP JSON (opentelemetry-proto, docs/specification.md, "JSON Protobuf Encoding").
// Includes as many of the spans as fit, from the first on, and at least one. resource: from
// scrub_resource(). Precondition: there is at least one span.
[[nodiscard]] OtlpBody otlp_body(std::span<const CleanSpan> spans, const Json& resource,
                                 std::size_t max_bytes = kMaxBodyBytes);

// What a collector's answer means for the spans sent (OTLP/HTTP, "Response").
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
