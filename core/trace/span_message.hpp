// SPDX-License-Identifier: Apache-2.0
// A span as a message from the API to the pipeline of the same host, which alone reaches a
// collector.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/trace/trace.hpp"
#include "core/trace/trace_scrub.hpp"

namespace assay::trace {

// One line of JSON. Events and links are left out, because spans of requests have none.
[[nodiscard]] std::string to_message(const CleanSpan& span);
// The span that a message holds, scrubbed again; nullopt if it is not such a message.
[[nodiscard]] std::optional<CleanSpan> from_message(std::string_view message);

}  // namespace assay::trace
