// SPDX-License-Identifier: Apache-2.0
// Tenants that were erased with all their records. Of each, a signed statement of where its trail
// ended is kept, so that its absence is not taken for tampering.
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

// Removes the tenant with all its rows, and stores the line. Returns the number of removed rows, by
// table. Throws DbError while a legal hold covers it. Run as assay_owner.
[[nodiscard]] Json erase_tenant(pg::Tx& tx, const TenantId& tenant, const std::string& line);

// Checks that a missing tenant that checkpoints have seen was erased: its line is signed by one of
// the keys (by any key, if none are given), and the checkpoints have seen the end of the trail that
// the line states, and nothing after it. Returns what is wrong, or "".
[[nodiscard]] std::string fault_in_erasure(pg::Tx& tx, const TenantId& tenant,
                                           const std::vector<Witness>& seen,
                                           const std::vector<std::string>& keys);

}  // namespace assay::store::audit
