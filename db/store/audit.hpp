// SPDX-License-Identifier: Apache-2.0
// The audit trail: appending to a tenant's hash chain, and reading it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/digest.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::audit {

enum class Outcome { Allow, Deny, Error };

// Who acted. type: user, token, system, anonymous.
struct Actor {
  std::string type = "system";
  std::optional<std::string> id;
  std::optional<std::string> email;
};

struct Event {
  std::string action;       // dotted, e.g. "document.upload"
  std::string object_type;  // "document", "run", ...
  std::string object_id;
  Actor actor;
  Outcome outcome = Outcome::Allow;
  std::optional<std::string> request_id;
  std::optional<RunId> run_id;
  std::optional<std::string> ip;
};

struct Entry {
  Event event;
  std::string id;
  std::int64_t sequence = 0;
  Timestamp created_at;
  std::string previous_hash;  // hex
  std::string hash;           // hex
};

// Adds an entry behind the tenant's newest. Locks the tenant's head row until the transaction ends:
// call it as the last statement before commit, in the transaction that makes the change.
void append(pg::Tx& tx, const TenantId& tenant, const Event& event);

// SHA-256 over: version byte 1, previous hash (32 bytes), then each field as a length (8 bytes, big
// endian; all ones for null) and its bytes: tenant, sequence, id, created_at in microseconds,
// action, object type and id, actor type, id and email, outcome, request id, run id, ip.
[[nodiscard]] Sha256Bytes chain_hash(const TenantId& tenant, const Entry& entry,
                                     std::string_view previous_hash_bytes);

struct Filter {
  std::optional<std::string> action;
  std::optional<std::string> object_type;
  std::optional<std::string> object_id;
  std::optional<std::string> actor;  // id or e-mail address
  std::optional<RunId> run_id;
  std::optional<Timestamp> from;  // inclusive
  std::optional<Timestamp> to;    // exclusive
};

// Newest first, sequences below before_sequence only (if given).
[[nodiscard]] std::vector<Entry> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                      std::optional<std::int64_t> before_sequence, int limit);
[[nodiscard]] std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter);

}  // namespace assay::store::audit
