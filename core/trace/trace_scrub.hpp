// SPDX-License-Identifier: Apache-2.0
// The only gate through which spans reach the table and the collector. It fails closed: anything
// not known to be harmless is left out and counted.
#pragma once

#include <optional>
#include <string_view>

#include "core/trace/trace.hpp"

namespace assay::trace {

// The programs that make spans.
inline constexpr std::string_view kPipelineService = "assay-pipeline";
inline constexpr std::string_view kApiService = "assay-api";

// A span that passed the gate; only scrub() makes one.
class CleanSpan {
 public:
  [[nodiscard]] const Span& operator*() const noexcept { return span_; }
  [[nodiscard]] const Span* operator->() const noexcept { return &span_; }

 private:
  friend std::optional<CleanSpan> scrub(const Span& span);
  explicit CleanSpan(Span span) : span_(std::move(span)) {}
  Span span_;
};

// Keeps the attributes of the allowlist (the specification's, and those of requests) whose values
// have the declared shape: identifiers, requirement codes, numbers, fixed words, patterns of
// routes. Keys that match a blocked pattern are dropped even if the allowlist names them, except
// error.message: it becomes a sentence of the closed vocabulary (core/trace/trace.hpp), as does the
// status message. Names of spans and events are from a fixed set. Lists keep their first 256 items.
// Returns nullopt if the ids are invalid: such a span is useless. Scrubbing a clean span changes
// nothing.
[[nodiscard]] std::optional<CleanSpan> scrub(const Span& span);
// Scrubs the attributes of the sending process (an object); leaves out unknown ones.
[[nodiscard]] Json scrub_resource(const Json& attributes);

// Whether a key contains, in any case, one of: prompt, evidence…text, regulatory…text, content,
// body, raw, message.
[[nodiscard]] bool blocked_key(std::string_view key);

}  // namespace assay::trace
