// SPDX-License-Identifier: Apache-2.0
// Making checkpoints: into the table and into the file, so that neither lacks one that the other
// has.
#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>

#include "db/store/checkpoints.hpp"

namespace assay::store::audit {

// The newest checkpoint was signed by another key; the message says what to do.
class OtherKey : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
enum class Signer {
  AsBefore,  // the key that signed the newest one, else OtherKey
  New,       // any key
};

// When a checkpoint is written.
struct Due {
  // Not while the newest is younger than this, so that of several daemons one writes. 0: however
  // young it is.
  std::chrono::milliseconds unless_younger{0};
  // Only where a chain has an entry that the newest checkpoint has not seen.
  bool only_if_moved = false;
};

// Writes a checkpoint if one is due. The line is on the disk before the table has it: a crash in
// between is mended by the next call, which takes the line into the table, or, where another daemon
// made that checkpoint meanwhile, adds the table's behind it. Lines that other daemons wrote to the
// table are added to the file. file: "" for none. Where file and table contradict each other, that
// is logged as an error (audit_checkpoint_mismatch) and a checkpoint is written all the same.
// nullopt when none was due. Throws OtherKey, pg::DbError, IoError, std::runtime_error.
[[nodiscard]] std::optional<Checkpoint> write_checkpoint(pg::Connection& connection,
                                                         const ed25519::KeyPair& keys,
                                                         const std::string& file, const Due& due,
                                                         Signer signer = Signer::AsBefore);

}  // namespace assay::store::audit
