// SPDX-License-Identifier: Apache-2.0
// The frozen record of a run: read only after it was held against its hash, the audit trail and the
// records of today.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "db/store/runs.hpp"

namespace assay::store::frozen {

struct Record {
  std::string content;  // canonical JSON, as it was hashed
  Json json;            // the same, an object
  std::string hash;     // SHA-256 of content, hex
  Timestamp captured_at;
  std::vector<std::string> warnings;  // for people: what could not be checked
};

// The record of a CAPTURED run. Error: SNAPSHOT_INTEGRITY_FAILURE with {runId, issue}, unless
// - the snapshot's bytes have the snapshot's hash, and the run names the same;
// - the trail's entry "run.completed" names it too, and the trail around that entry holds
//   (audit_entry_proof.hpp; keys are the public keys that checkpoints are trusted by);
// - the run, its assessments and its pins are today what was frozen.
// An entry of a release that recorded no hash (hash version 1) leaves a warning.
[[nodiscard]] Result<Record> read(pg::Tx& tx, const runs::Run& run,
                                  const std::vector<std::string>& keys);

// A run that has ended and is not CAPTURED. The same error where the trail says that it was frozen:
// somebody took the record away. Also where the trail around that entry is broken.
[[nodiscard]] std::optional<Error> fault_of_unfrozen(pg::Tx& tx, const runs::Run& run,
                                                     const std::vector<std::string>& keys);

}  // namespace assay::store::frozen
