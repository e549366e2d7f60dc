// SPDX-License-Identifier: Apache-2.0
// Asks the pipeline of this host, over its unix socket, for what the API cannot do itself.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/json/json.hpp"

namespace assay::handlers {

// Sends one question per connection: a 4-byte big-endian length, then JSON {"op", ...}. The answer
// is an object in the same form, or {"error": "..."} when the pipeline failed. nullopt, logged,
// when nobody listens, the answer takes longer than patience, or it is malformed. The caller limits
// how many processes wait here at once (see Slots).
[[nodiscard]] std::optional<Json> ask_pipeline(const std::string& socket_path, const Json& question,
                                               std::chrono::milliseconds patience);

}  // namespace assay::handlers
