// SPDX-License-Identifier: Apache-2.0
// Entries of the audit trail: appending to a tenant's hash chain, and reading it. trail_checks.hpp
// checks it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::audit {

enum class Outcome { Allow, Deny, Error };

// Who acted. type: user, token, system, anonymous.
struct Actor {
  std::string type = "system";
  std::optional<std::string> id;
  std::optional<std::string> email;
  std::optional<std::string> role = std::nullopt;  // in force at the time of the action
};

struct Event {
  std::string action;       // dotted, e.g. "document.upload"
  std::string object_type;  // "document", "run", ...
  std::string object_id;
  Actor actor = {};
  Outcome outcome = Outcome::Allow;
  std::optional<std::string> request_id = std::nullopt;
  std::optional<RunId> run_id = std::nullopt;
  std::optional<std::string> ip = std::nullopt;
  std::optional<std::string> user_agent = std::nullopt;
  // "password", "access_token", "refresh_cookie", ...
  std::optional<std::string> auth_method = std::nullopt;
  // JSON text, stored and hashed unchanged; no secrets.
  std::optional<std::string> detail = std::nullopt;
};

struct Entry {
  Event event;
  std::string id;
  std::int64_t sequence = 0;
  Timestamp created_at;
  std::string previous_hash;  // hex
  std::string hash;           // hex
  int hash_version = 2;       // 1: older entries, which lack the later fields
};

// Appends an entry to the tenant's chain, in the transaction that makes the change and acts for
// that tenant: neither exists without the other. The entry goes to the server with the commit
// (pg::Tx::run_with_next), because it locks the tenant's head row until the transaction ends;
// commit() therefore throws its errors.
void append(pg::Tx& tx, const TenantId& tenant, const Event& event);

// The bytes whose SHA-256 is an entry's hash: version byte, previous hash (32 bytes), then each
// field as a length (8 bytes, big endian; all ones for null) and its bytes: tenant, sequence, id,
// created_at in microseconds since 1970, action, object type and id, actor type, id and email,
// outcome, request id, run id, ip; in version 2 also user agent, authentication method, actor role
// and detail. Numbers are decimal text. audit_append() in the database (0009) writes the same.
class HashedBytes {
 public:
  // previous_hash: 32 bytes.
  void start(int version, std::string_view previous_hash);
  void add(std::optional<std::string_view> field);
  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

struct Filter {
  std::optional<std::string> action;
  std::optional<std::string> object_type;
  std::optional<std::string> object_id;
  std::optional<std::string> actor;  // email address (it has an @) or id
  std::optional<RunId> run_id;
  std::optional<Timestamp> from;  // inclusive
  std::optional<Timestamp> to;    // exclusive
  // Entries after this sequence, without those of reading the trail: otherwise a client that
  // follows the trail would see its own reads.
  std::optional<std::int64_t> after = std::nullopt;
  // Also includes allowed actions that only read or exported and changed nothing.
  bool reads = true;
};

inline constexpr std::array kOrderKeys{pg::by_number("sequence", "sequence")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Newest first.
[[nodiscard]] pg::PartOf<Entry> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                     const pg::Part& part);
[[nodiscard]] std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter);
// Oldest first, sequences from after + 1 to last: for exports, page by page.
[[nodiscard]] std::vector<Entry> page(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                      std::int64_t after, std::int64_t last, int limit);

// The head of a tenant's chain: the newest entry's sequence and hash (32 bytes); 0 and zeros if
// there is none yet.
struct Head {
  TenantId tenant;
  std::int64_t sequence = 0;
  std::string hash;
};
// nullopt if the tenant has no head; every tenant is created with one.
[[nodiscard]] std::optional<Head> head(pg::Tx& tx, const TenantId& tenant);

}  // namespace assay::store::audit
