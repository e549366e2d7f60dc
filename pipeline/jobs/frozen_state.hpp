// SPDX-License-Identifier: Apache-2.0
// Restores an evaluator's input from a run's snapshot.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/json/json.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

struct FrozenState {
  // The state at evaluation, but without the index: only what was found is frozen, not what was
  // searched.
  RunState state;
  std::unordered_map<std::string, double> stem_weights;
  double unknown_stem_weight = 0;
  // Exchanges in the order in which they happened, and the assessments themselves.
  std::map<RequirementRecordId, std::vector<assess::ModelCall>> exchanges;
  std::map<RequirementRecordId, Json> assessments;
};

// run: the snapshot's run; its thresholds and evaluator are taken from the snapshot. Throws
// JobFailure snapshot_unreadable if a part is missing or has another format.
[[nodiscard]] FrozenState frozen_state(store::runs::Run run, const Json& snapshot);

}  // namespace assay::jobs
