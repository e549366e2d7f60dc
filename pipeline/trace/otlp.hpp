// SPDX-License-Identifier: Apache-2.0
// Spans in OTLP's JSON (opentelemetry-proto, docs/specification.md, "JSON Protobuf Encoding").
#pragma once

#include <span>
#include <string>

#include "core/trace_scrub.hpp"

namespace assay::trace {

// Collectors take 20 MiB; a body stays far below.
inline constexpr std::size_t kMaxBodyBytes = std::size_t{4} << 20U;

struct OtlpBody {
  std::string json;       // an ExportTraceServiceRequest
  std::size_t spans = 0;  // how many of those given are in it
};

// As many of the spans, from the first on, as fit; one at least. resource: of scrub_resource().
// Precondition: there is one.
[[nodiscard]] OtlpBody otlp_body(std::span<const CleanSpan> spans, const Json& resource,
                                 std::size_t max_bytes = kMaxBodyBytes);

}  // namespace assay::trace
