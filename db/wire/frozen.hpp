// SPDX-License-Identifier: Apache-2.0
// Reads the frozen record of a run, after checking it against its hash, the audit trail and today's
// records.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "db/store/runs/runs.hpp"

namespace assay::store::frozen {

struct Record {
  std::string content;  // canonical JSON, as hashed
  Json json;            // the same, an object
  std::string hash;     // SHA-256 of content, hex
  Timestamp captured_at;
  std::vector<std::string> warnings;  // for people: checks that could not be made
};

// The record of a CAPTURED run. Error: SNAPSHOT_INTEGRITY_FAILURE with {runId, issue}, unless
// - the snapshot's bytes have the snapshot's hash, and the run names the same;
// - the trail's entry "run.completed" also names it, and the trail around that entry is valid
//   (trail_checks.hpp; keys are the public keys trusted for checkpoints);
// - the run, its results, pins, headings, tasks and exchanges with a model still equal the frozen
//   ones;
// - all records of the run have the digests of that entry (snapshots.hpp).
// An entry of a release that recorded no hash (hash version 1) leads to a warning.
[[nodiscard]] Result<Record> read(pg::Tx& tx, const runs::Run& run,
                                  const std::vector<std::string>& keys);

// The same checks of a CAPTURED run without those of the trail, for a caller that verifies the
// whole trail and meets an entry without digests.
[[nodiscard]] std::optional<Error> fault_in_records(pg::Tx& tx, const runs::Run& run);

// Checks a run that has ended and is not CAPTURED. Returns the same error if the trail says that it
// was frozen (somebody removed the record), if the trail around the entry of the run's end is
// broken, or if the records of the run do not have the digests of that entry.
[[nodiscard]] std::optional<Error> fault_of_unfrozen(pg::Tx& tx, const runs::Run& run,
                                                     const std::vector<std::string>& keys);

}  // namespace assay::store::frozen
