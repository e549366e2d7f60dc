// SPDX-License-Identifier: Apache-2.0
// The frozen form of a run with everything that its result depends on: writes it as canonical JSON,
// and reads it back.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/json/json.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/tasks.hpp"
#include "pipeline/jobs/runs/run_job.hpp"

namespace assay::jobs {

inline constexpr std::string_view kSnapshotFormat = "assay-snapshot/1";

struct SnapshotParts {
  std::vector<store::assessments::Assessment> assessments;
  std::vector<store::tasks::Task> tasks;
  std::vector<store::packs::Criterion> criteria;
  std::vector<store::llm_exchanges::Exchange> exchanges;
};

// Pins, requirements, phrases searched with, documents with the hashes of their chunks, the
// evaluator's inputs with the text of every candidate chunk and every corpus passage, the exchanges
// with a language model, assessments and tasks. An input whose hash differs from the one in its
// assessment's details (documents were deleted while the run was being resumed) is marked
// "complete": false.
[[nodiscard]] Json frozen_part(const RunState& state, const SnapshotParts& parts);

// The whole snapshot with the completed run, as RFC 8785 bytes. The run's own snapshotHash is null
// in it, since a hash cannot be part of its own input. Does not change frozen.
[[nodiscard]] std::string snapshot_bytes(const store::runs::Run& run, const Json& frozen);

struct FrozenState {
  // The state at evaluation, but without the index: only what was found is frozen, not what was
  // searched.
  RunState state;
  // Exchanges in the order in which they happened, and the assessments themselves.
  std::map<RequirementRecordId, std::vector<assess::ModelCall>> exchanges;
  std::map<RequirementRecordId, Json> assessments;
};

// run: the snapshot's run; its thresholds and evaluator are taken from the snapshot. Throws
// JobFailure snapshot_unreadable if a part is missing or has another format.
[[nodiscard]] FrozenState frozen_state(store::runs::Run run, const Json& snapshot);

}  // namespace assay::jobs
