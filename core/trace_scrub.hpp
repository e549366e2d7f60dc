// SPDX-License-Identifier: Apache-2.0
// The one gate through which spans reach the table and the collector. It fails closed: what is not
// known to be harmless is left out and counted.
#pragma once

#include <optional>
#include <string_view>

#include "core/trace.hpp"

namespace assay::trace {

// A span that passed the gate; there is no other way to one.
class CleanSpan {
 public:
  [[nodiscard]] const Span& operator*() const noexcept { return span_; }
  [[nodiscard]] const Span* operator->() const noexcept { return &span_; }

 private:
  friend std::optional<CleanSpan> scrub(const Span& span);
  explicit CleanSpan(Span span) : span_(std::move(span)) {}
  Span span_;
};

// Keeps the attributes of the specification's allowlist whose values have the declared shape:
// identifiers, requirement codes, numbers, fixed words. Keys that match a blocked pattern go even
// where the allowlist names them, but error.message: that becomes a sentence of the closed
// vocabulary (core/trace_errors.hpp), as does the status message. Names of spans and events are of
// a fixed set. Lists keep their first 256 items. nullopt where the ids are none: such a span is
// of no use to anybody. Scrubbing a clean span changes nothing.
[[nodiscard]] std::optional<CleanSpan> scrub(const Span& span);
// The attributes of the process that sends: an object; those not known are left out.
[[nodiscard]] Json scrub_resource(const Json& attributes);

// Whether a key matches one of: prompt, evidence…text, regulatory…text, content, body, raw,
// message; in any case, anywhere in the key.
[[nodiscard]] bool blocked_key(std::string_view key);

}  // namespace assay::trace
