// SPDX-License-Identifier: Apache-2.0
// Writes spans as OTLP JSON (opentelemetry-proto, docs/specification.md, "JSON Protobuf Encoding").
#pragma once

#include <span>
#include <string>

#include "core/trace/trace_scrub.hpp"

namespace assay::trace {

// Collectors accept 20 MiB; a body stays far below.
inline constexpr std::size_t kMaxBodyBytes = std::size_t{4} << 20U;

struct OtlpBody {
  std::string json;       // an ExportTraceServiceRequest
  std::size_t spans = 0;  // number of the given spans in it
};

// Includes as many of the spans as fit, from the first on, and at least one. resource: from
// scrub_resource(). Precondition: there is at least one span.
[[nodiscard]] OtlpBody otlp_body(std::span<const CleanSpan> spans, const Json& resource,
                                 std::size_t max_bytes = kMaxBodyBytes);

}  // namespace assay::trace
