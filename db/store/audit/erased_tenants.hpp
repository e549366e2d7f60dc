// SPDX-License-Identifier: Apache-2.0
// Tenants that were erased with all their records: what is left of each is a signed statement of
// where its trail ended, so that its absence is not taken for tampering.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/crypto/ed25519.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/audit/trail_checks.hpp"

namespace assay::store::audit {

// A line is canonical JSON (RFC 8785):
//   {"signature": base64url, "statement": {"at", "checkpoint", "hash", "key", "sequence",
//    "tenantId", "type"}}
// hash, sequence: of the trail's last entry. checkpoint: the number of the one that has seen it.
// signature: Ed25519 over the canonical bytes of statement, by key (base64url of the public key).
struct ErasedTenant {
  Head head;
  std::int64_t checkpoint = 0;
  std::string at;   // ISO 8601, by the database's clock
  std::string key;  // 32 bytes
};

[[nodiscard]] std::string sign_erased(const Head& head, std::int64_t checkpoint, Timestamp at,
                                      const ed25519::KeyPair& keys);
// Checks format and signature, by the key that the line names. The message explains the problem.
[[nodiscard]] Result<ErasedTenant> read_erased(const std::string& line);

// The tenant's line; nullopt if it was not erased.
[[nodiscard]] std::optional<std::string> erased_line(pg::Tx& tx, const TenantId& tenant);

// Locks the tenant and then the head of its trail until the transaction ends, and returns the head;
// nullopt if there is no such tenant. Run as assay_owner.
[[nodiscard]] std::optional<Head> lock_tenant(pg::Tx& tx, const TenantId& tenant);

// Removes the tenant and every row of it, and keeps the line. Returns how many rows went, by table.
// Throws DbError while a legal hold stands on it. Run as assay_owner.
[[nodiscard]] Json erase_tenant(pg::Tx& tx, const TenantId& tenant, const std::string& line);

// Why the absence of a tenant that checkpoints have seen is not proved to be an erasure; "" if it
// is: its line is signed by one of the keys (any key, if there are none), and the checkpoints have
// seen the trail's end as the line tells it, and nothing after it.
[[nodiscard]] std::string fault_in_erasure(pg::Tx& tx, const TenantId& tenant,
                                           const std::vector<Witness>& seen,
                                           const std::vector<std::string>& keys);

}  // namespace assay::store::audit
