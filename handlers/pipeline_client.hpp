// SPDX-License-Identifier: Apache-2.0
// Asking the pipeline of this host, over its unix socket, for what the API cannot do itself.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/json.hpp"

namespace assay::handlers {

// One question per connection: a length of 4 bytes, big endian, and JSON {"op", ...}; the answer,
// an object, in the same form. It is {"error": "..."} where the pipeline could not. nullopt,
// logged, when nobody listens there, the answer takes longer than patience, or it is no such
// answer. The caller bounds how many processes wait here at once (see Slots).
[[nodiscard]] std::optional<Json> ask_pipeline(const std::string& socket_path, const Json& question,
                                               std::chrono::milliseconds patience);

}  // namespace assay::handlers
