// SPDX-License-Identifier: Apache-2.0
// Checkpoints: signed statements of the heads of all tenants' chains. Anyone with write access to
// the whole database could rewrite a chain with matching hashes. But the signing key is in a file,
// not in the database, each statement holds the hash of the one before, and the statements are also
// in a file outside the database. So an entry that a checkpoint has seen cannot change unnoticed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/crypto/ed25519.hpp"
#include "db/store/audit.hpp"

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
[[nodiscard]] Timestamp checkpoint_clock(pg::Tx& tx);
// The heads of all tenants, read in one statement, so as of one moment.
[[nodiscard]] std::vector<Head> all_heads(pg::Tx& tx);
void insert_checkpoint(pg::Tx& tx, const Checkpoint& checkpoint);
// Lines with numbers above `after`, in order.
struct StoredLine {
  std::int64_t number = 0;
  std::string line;
};
[[nodiscard]] std::vector<StoredLine> checkpoint_lines(pg::Tx& tx, std::int64_t after, int limit);

}  // namespace assay::store::audit
