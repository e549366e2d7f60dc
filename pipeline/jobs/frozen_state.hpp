// SPDX-License-Identifier: Apache-2.0
// From a run's snapshot back to what its evaluator was given.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/json.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

struct FrozenState {
  // As it was when the requirements were evaluated, but without index: what was searched is not
  // frozen, only what was found.
  RunState state;
  std::unordered_map<std::string, double> stem_weights;
  double unknown_stem_weight = 0;
  // In the order in which they came, and the assessments themselves.
  std::map<RequirementRecordId, std::vector<assess::ModelCall>> exchanges;
  std::map<RequirementRecordId, Json> assessments;
};

// run: whose snapshot it is; thresholds and evaluator are taken from the snapshot. Throws
// JobFailure snapshot_unreadable where a part of it is missing or of another format.
[[nodiscard]] FrozenState frozen_state(store::runs::Run run, const Json& snapshot);

}  // namespace assay::jobs
