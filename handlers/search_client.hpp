// SPDX-License-Identifier: Apache-2.0
// Asking the pipeline of this host to search, over its unix socket.
#pragma once

#include <optional>
#include <string>

#include "core/ids.hpp"
#include "core/json.hpp"

namespace assay::handlers {

struct SearchRequest {
  TenantId tenant;
  std::string text;
  int limit = 0;
};

// One request per connection: a length of 4 bytes, big endian, and JSON {tenantId, q, limit}; the
// answer in the same form, {results: [...]} or {error}. nullopt, logged, when nobody listens there,
// the answer takes longer than 10 s, or it is no such answer.
[[nodiscard]] std::optional<Json> ask_search(const std::string& socket_path,
                                             const SearchRequest& request);

}  // namespace assay::handlers
