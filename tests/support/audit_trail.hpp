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

// SQL that makes the functions of forge.sql, so that tests can make hashes that fit without the
// code they test.
[[nodiscard]] std::string forging_functions();

// Runs statements as the superuser, in one transaction in which no trigger fires.
void tamper(const std::string& statements);

}  // namespace assay::test
