// SPDX-License-Identifier: Apache-2.0
// Counts by state for responses: every state is present, with 0 when it has none.
#pragma once

#include <cstdint>
#include <map>

#include "core/base/states.hpp"
#include "core/json/json.hpp"

namespace assay::handlers {

template <class State>
[[nodiscard]] Json state_counts(const std::map<State, std::int64_t>& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < WireNames<State>::kNames.size(); ++i) {
    const auto found = counts.find(static_cast<State>(i));
    json.set(WireNames<State>::kNames[i], found == counts.end() ? 0 : found->second);
  }
  return json;
}

}  // namespace assay::handlers
