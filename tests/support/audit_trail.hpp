// SPDX-License-Identifier: Apache-2.0
// Audit trails for tests: fills them, and checks them as assayctl does.
#pragma once

#include <string>
#include <vector>

#include "core/crypto/ed25519.hpp"
#include "db/store/audit/trail_checks.hpp"
#include "tests/support/records.hpp"

namespace assay::test {

// Appends that many entries with differing fields, each in its own transaction.
void append_entries(const TenantId& tenant, int count);

// Makes a checkpoint of all tenants, as the daemon does.
store::audit::Checkpoint make_checkpoint(const ed25519::KeyPair& keys, const std::string& file);

struct Trust {
  ed25519::KeyPair keys;
  std::string file;  // "" for none
};
// The fault in the checkpoints or in the chains of these tenants; "" if there is none.
[[nodiscard]] std::string what_is_broken(const Trust& trust, const std::vector<TenantId>& tenants);

// SQL that creates the functions of forge.sql, with which tests compute valid hashes without the
// code under test.
[[nodiscard]] std::string forging_functions();

// Runs statements as the superuser, in one transaction in which no trigger fires.
void tamper(const std::string& statements);

}  // namespace assay::test
