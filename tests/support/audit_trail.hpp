// SPDX-License-Identifier: Apache-2.0
// Audit trails for tests: filling them, and checking them as assayctl does.
#pragma once

#include <string>
#include <vector>

#include "core/ed25519.hpp"
#include "db/store/audit_proof.hpp"
#include "tests/support/records.hpp"

namespace assay::test {

// Appends so many entries with differing fields, each in a transaction of its own.
void append_entries(const TenantId& tenant, int count);

// Makes a checkpoint of all tenants, as the daemon does.
store::audit::Checkpoint make_checkpoint(const ed25519::KeyPair& keys, const std::string& file);

struct Trust {
  ed25519::KeyPair keys;
  std::string file;  // "" for none
};
// What is wrong with the checkpoints or with the chains of these tenants; "" if nothing is.
[[nodiscard]] std::string what_is_broken(const Trust& trust, const std::vector<TenantId>& tenants);

// SQL that makes pg_temp.audit_field(text): a field of an entry's hashed bytes, so that tests can
// make hashes that fit without the code they test.
extern const char* const kAuditField;

// Runs statements as the superuser with the triggers of the audit tables off.
void tamper(const std::string& statements);

}  // namespace assay::test
