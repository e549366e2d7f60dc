// SPDX-License-Identifier: Apache-2.0
// The audit chain: complete, without forks, and not to be changed by the service.
#include <gtest/gtest.h>

#include <thread>

#include "db/store/audit.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

namespace audit = store::audit;

void append(pg::Connection& connection, const TenantId& tenant, const std::string& action) {
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  audit::Event event;
  event.action = action;
  event.object_type = "document";
  event.object_id = "id with \"quotes\" and ümlauts";
  event.actor = {"user", new_uuid(), "a@example.org"};
  event.ip = "127.0.0.1";
  audit::append(tx, tenant, event);
  tx.commit();
}

std::vector<audit::Entry> oldest_first(const TenantId& tenant) {
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadOnly, tenant);
  auto entries = audit::list(tx, tenant, {}, std::nullopt, 100'000);
  return {entries.rbegin(), entries.rend()};
}

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

// The sequence of the first entry that does not fit, or 0.
std::int64_t first_broken(const TenantId& tenant) {
  std::string previous(64, '0');
  std::int64_t expected = 1;
  for (const audit::Entry& entry : oldest_first(tenant)) {
    if (entry.sequence != expected || entry.previous_hash != previous ||
        to_hex(audit::chain_hash(tenant, entry, from_hex(previous))) != entry.hash) {
      return entry.sequence;
    }
    previous = entry.hash;
    ++expected;
  }
  return 0;
}

TEST(Audit, EveryEntrysHashFollowsFromItsFieldsAndTheOneBefore) {
  const TenantId tenant = new_tenant();
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  for (int i = 0; i < 20; ++i) append(api, tenant, "action." + std::to_string(i));
  EXPECT_EQ(oldest_first(tenant).size(), 20U);
  EXPECT_EQ(first_broken(tenant), 0);
}

TEST(Audit, AChangedFieldIsFound) {
  const TenantId tenant = new_tenant();
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  for (int i = 0; i < 6; ++i) append(api, tenant, "action");
  sql("BEGIN; ALTER TABLE audit_log DISABLE TRIGGER ALL; "
      "UPDATE audit_log SET object_id = 'other' WHERE tenant_id = '" +
      tenant.value + "' AND sequence = 4; ALTER TABLE audit_log ENABLE TRIGGER ALL; COMMIT");
  EXPECT_EQ(first_broken(tenant), 4);
}

TEST(Audit, WritersAtTheSameTimeMakeOneChain) {
  constexpr int kWriters = 8;
  constexpr int kEach = 25;
  const TenantId tenant = new_tenant();
  {
    std::vector<std::jthread> writers;
    writers.reserve(kWriters);
    for (int w = 0; w < kWriters; ++w) {
      writers.emplace_back([&tenant, w] {
        pg::Connection own =
            TempDatabase::shared().connect(w % 2 == 0 ? "assay_api" : "assay_pipeline");
        for (int i = 0; i < kEach; ++i) append(own, tenant, "writer." + std::to_string(w));
      });
    }
  }
  EXPECT_EQ(oldest_first(tenant).size(), static_cast<std::size_t>(kWriters * kEach));
  EXPECT_EQ(first_broken(tenant), 0);
}

TEST(Audit, WhatIsRolledBackLeavesNoGap) {
  const TenantId tenant = new_tenant();
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  append(api, tenant, "kept");
  {
    pg::Tx tx(api, pg::Access::ReadWrite, tenant);
    audit::Event event;
    event.action = "dropped";
    audit::append(tx, tenant, event);
  }
  append(api, tenant, "kept.too");
  EXPECT_EQ(oldest_first(tenant).size(), 2U);
  EXPECT_EQ(first_broken(tenant), 0);
}

TEST(Audit, TheServiceCannotChangeOrRemoveEntries) {
  const TenantId tenant = new_tenant();
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  append(api, tenant, "kept");
  for (const std::string role : {"assay_api", "assay_pipeline", "assay_owner"}) {
    for (const std::string statement :
         {"UPDATE audit_log SET action = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"}) {
      pg::Connection connection = TempDatabase::shared().connect(role);
      pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
      try {
        static_cast<void>(connection.run(statement));
        ADD_FAILURE() << statement << " as " << role << " went through";
      } catch (const pg::DbError& error) {
        EXPECT_EQ(error.sqlstate(), "42501") << statement << " as " << role;
      }
    }
  }
  EXPECT_EQ(first_broken(tenant), 0);
  EXPECT_EQ(oldest_first(tenant).size(), 1U);
}

TEST(Audit, RecordsOfARunCannotBeChangedEither) {
  for (const std::string table : {"assessment", "run_document", "run_requirement", "requirement",
                                  "criterion", "criteria_version"}) {
    for (const std::string role : {"assay_api", "assay_pipeline", "assay_owner"}) {
      pg::Connection connection = TempDatabase::shared().connect(role);
      pg::Tx tx(connection, pg::Access::ReadWrite, new_tenant());
      EXPECT_THROW(static_cast<void>(connection.run("TRUNCATE " + table + " CASCADE")), pg::DbError)
          << table << " as " << role;
    }
  }
}

}  // namespace
}  // namespace assay::test
