// SPDX-License-Identifier: Apache-2.0
// Writes checkpoints to the table and to the file, and keeps the two in step.
#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>

#include "db/store/checkpoints.hpp"

namespace assay::store::audit {

// The file's last line is not in the table, or is another one there: somebody changed one of them,
// or an older database was restored.
class FileContradictsTable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The newest checkpoint was signed by another key; the message says what to do.
class OtherKey : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
enum class Signer {
  AsBefore,  // the key that signed the newest one, otherwise OtherKey
  New,       // any key
};

// When a checkpoint is written.
struct Due {
  // Not while the newest is younger than this, so that only one of several daemons writes. 0:
  // regardless of its age.
  std::chrono::milliseconds unless_younger{0};
  // Only if a chain has an entry that the newest checkpoint has not seen.
  bool only_if_moved = false;
};

// Writes a checkpoint if one is due. The line is on disk before it is in the table. After a crash
// in between, the next call copies the line into the table or, if another daemon has made that
// checkpoint meanwhile, appends the table's line after it. Lines that other daemons wrote to the
// table are appended to the file. file: "" for none. nullopt when none was due. Throws OtherKey,
// FileContradictsTable, pg::DbError, IoError, std::runtime_error.
[[nodiscard]] std::optional<Checkpoint> write_checkpoint(pg::Connection& connection,
                                                         const ed25519::KeyPair& keys,
                                                         const std::string& file, const Due& due,
                                                         Signer signer = Signer::AsBefore);

}  // namespace assay::store::audit
