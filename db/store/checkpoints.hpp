// SPDX-License-Identifier: Apache-2.0
// Checkpoints: signed statements of where every tenant's chain stood. Whoever may write the whole
// database can also write a chain anew, with hashes that fit; but the statements are signed with a
// key that is in a file and not in the database, each holds the hash of the one before, and they
// are also in a file outside the database. So what a checkpoint has seen cannot be changed unseen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ed25519.hpp"
#include "core/result.hpp"
#include "db/store/audit.hpp"

namespace assay::store::audit {

// A line is canonical JSON (RFC 8785):
//   {"heads": [[tenantId, sequence, hash], ...], "signature": base64url, "statement": {
//      "at", "key", "number", "previous", "root", "tenants", "type"}}
// signature: Ed25519 over the canonical bytes of statement, by key (base64url of the public key).
// previous: SHA-256 of the statement before, zeros for the first. root: Merkle root (core/merkle)
// over the canonical texts of the heads, ordered by tenant; so one tenant's head can be proved to
// be in the statement without those of the others.
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

// What is known of the newest one.
struct CheckpointMark {
  std::int64_t number = 0;
  std::string hash;  // hex; zeros where number is 0
};

[[nodiscard]] Checkpoint make_checkpoint(const CheckpointMark& before, Timestamp at,
                                         const std::vector<Head>& heads,
                                         const ed25519::KeyPair& keys);
// Checks form, root and signature (by the key that the line itself names). The error's message says
// what is wrong, for people.
[[nodiscard]] Result<Checkpoint> read_checkpoint(const std::string& line);

// A tenant's place in a checkpoint, to be handed out with its trail: null if it is not in it.
// {statement, signature, leaf, index, path: [hex]}
[[nodiscard]] Json checkpoint_proof(const Checkpoint& checkpoint, const TenantId& tenant);

// Makes checkpoint writers wait for each other until the transaction ends.
void lock_checkpoints(pg::Tx& tx);
[[nodiscard]] CheckpointMark newest_checkpoint(pg::Tx& tx);
// Seconds since the newest one was made; nullopt where there is none.
[[nodiscard]] std::optional<double> checkpoint_age(pg::Tx& tx);
[[nodiscard]] Timestamp checkpoint_clock(pg::Tx& tx);
// Of all tenants, in one statement: as they stood at one moment.
[[nodiscard]] std::vector<Head> all_heads(pg::Tx& tx);
void insert_checkpoint(pg::Tx& tx, const Checkpoint& checkpoint);
// Those with numbers above after, in order.
struct StoredLine {
  std::int64_t number = 0;
  std::string line;
};
[[nodiscard]] std::vector<StoredLine> checkpoint_lines(pg::Tx& tx, std::int64_t after, int limit);

}  // namespace assay::store::audit
