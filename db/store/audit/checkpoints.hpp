// SPDX-License-Identifier: Apache-2.0
// Checkpoints: signed statements of the heads of all tenants' chains. Anyone with write access to
// the whole database could rewrite a chain with matching hashes. But the signing key is in a file,
// not in the database, each statement holds the hash of the one before, and the statements are also
// in a file outside the database. So an entry that a checkpoint has seen cannot change unnoticed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/crypto/ed25519.hpp"
#include "db/store/audit/entries.hpp"

namespace assay::store::audit {

// A line is canonical JSON (RFC 8785):
//   {"heads": [[tenantId, sequence, hash], ...], "signature": base64url, "statement": {
//      "at", "key", "number", "previous", "root", "tenants", "type"}}
// signature: Ed25519 over the canonical bytes of statement, by key (base64url of the public key).
// previous: SHA-256 of the preceding statement, zeros for the first. root: Merkle root
// (core/merkle) over the canonical texts of the heads, ordered by tenant; so one tenant's head can
// be proved to be in the statement without revealing the others.
struct Checkpoint {
  std::int64_t number = 0;  // 1, 2, 3, ...
  std::string at;           // ISO 8601, by the database's clock
  std::string previous;     // hex
  std::string hash;         // hex, of the statement
  std::string key;          // 32 bytes
  std::vector<Head> heads;
  Json statement;
  std::string signature;  // 64 bytes
  std::string line;
};

// Identifies the newest checkpoint.
struct CheckpointMark {
  std::int64_t number = 0;
  std::string hash;  // hex; zeros if number is 0
};

[[nodiscard]] Checkpoint make_checkpoint(const CheckpointMark& before, Timestamp at,
                                         const std::vector<Head>& heads,
                                         const ed25519::KeyPair& keys);
// Checks format, root and signature (by the key that the line itself names). The error's message
// explains the problem to people.
[[nodiscard]] Result<Checkpoint> read_checkpoint(const std::string& line);

// A tenant's place in a checkpoint, for export with its trail; null if the tenant is not in it.
// {statement, signature, leaf, index, path: [hex]}
[[nodiscard]] Json checkpoint_proof(const Checkpoint& checkpoint, const TenantId& tenant);

// Makes checkpoint writers wait for each other until the transaction ends.
void lock_checkpoints(pg::Tx& tx);
[[nodiscard]] CheckpointMark newest_checkpoint(pg::Tx& tx);
// Seconds since the newest one was made; nullopt if there is none.
[[nodiscard]] std::optional<double> checkpoint_age(pg::Tx& tx);
// The heads of all tenants, read in one statement, so as of one moment.
[[nodiscard]] std::vector<Head> all_heads(pg::Tx& tx);
void insert_checkpoint(pg::Tx& tx, const Checkpoint& checkpoint);
// Lines with numbers above `after`, in order.
struct StoredLine {
  std::int64_t number = 0;
  std::string line;
};
[[nodiscard]] std::vector<StoredLine> checkpoint_lines(pg::Tx& tx, std::int64_t after, int limit);

// The last complete line of the file; nullopt if the file is absent or has none. Throws IoError.
[[nodiscard]] std::optional<std::string> last_line(const std::string& path);

// Appends lines and waits until they are on disk. First removes a line that a crash truncated at
// the end of the file. Throws IoError.
void append_lines(const std::string& path, const std::vector<std::string>& lines);

// Calls `take` with each line in order until it returns false. Text after the last newline counts
// as a line. Throws IoError, also when the file is absent.
void for_each_line(const std::string& path, const std::function<bool(const std::string&)>& take);

// The file's last line is not in the table, or the table's line differs: somebody changed one of
// them, or an older database was restored.
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
