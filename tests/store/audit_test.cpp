// SPDX-License-Identifier: Apache-2.0
// The audit chain: complete, without forks, and immutable for the service.
#include <gtest/gtest.h>

#include <thread>

#include "db/store/audit/entries.hpp"
#include "db/store/audit/trail_checks.hpp"
#include "tests/support/audit_trail.hpp"

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
  event.user_agent = "test/1.0 (ünïcode)";
  event.auth_method = "access_token";
  event.detail = R"({"from":"a","to":"b"})";
  audit::append(tx, tenant, event);
  tx.commit();
}

std::vector<audit::Entry> oldest_first(const TenantId& tenant) {
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadOnly, tenant);
  const auto entries = audit::list(tx, tenant, {}, {}).rows;
  return {entries.rbegin(), entries.rend()};
}

audit::ChainVerdict verdict_of(const TenantId& tenant) {
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::Snapshot, tenant);
  return audit::verify_chain(tx, tenant, {});
}

// The sequence of the first entry that breaks the chain, or 0.
std::int64_t first_broken_entry(const TenantId& tenant) {
  const auto broken = verdict_of(tenant).first_broken;
  return broken ? broken->sequence : 0;
}

// Rewrites an entry in the former format: without the later fields, hashed as version 1.
void make_first_version(const TenantId& tenant) {
  tamper(forging_functions() +
         "UPDATE audit_log SET hash_version = 1, actor_role = NULL, user_agent = NULL, "
         "auth_method = NULL, detail = NULL, hash = sha256('\\x01'::bytea || previous_hash "
         "|| pg_temp.audit_field(tenant_id::text) || pg_temp.audit_field(sequence::text) || "
         "pg_temp.audit_field(id::text) "
         "|| pg_temp.audit_field(micros(created_at)::text) || pg_temp.audit_field(action) "
         "|| pg_temp.audit_field(object_type) || pg_temp.audit_field(object_id) || "
         "pg_temp.audit_field(actor_type) "
         "|| pg_temp.audit_field(actor_id) || pg_temp.audit_field(actor_email) || "
         "pg_temp.audit_field(outcome) "
         "|| pg_temp.audit_field(request_id) || pg_temp.audit_field(run_id::text) || "
         "pg_temp.audit_field(ip)) "
         "WHERE tenant_id = '" +
         tenant.value +
         "'; UPDATE audit_head SET hash = (SELECT hash FROM audit_log WHERE tenant_id = '" +
         tenant.value + "') WHERE tenant_id = '" + tenant.value + "'");
}

TEST(Audit, EveryEntrysHashFollowsFromItsFieldsAndTheOneBefore) {
  const TenantId tenant = new_tenant();
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  for (int i = 0; i < 20; ++i) append(api, tenant, "action." + std::to_string(i));
  EXPECT_EQ(oldest_first(tenant).size(), 20U);
  EXPECT_EQ(first_broken_entry(tenant), 0);
}

TEST(Audit, EntriesOfTheFirstVersionAndLaterOnesMakeOneChain) {
  const TenantId tenant = new_tenant();
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  append(api, tenant, "old");
  make_first_version(tenant);
  EXPECT_EQ(first_broken_entry(tenant), 0);
  append(api, tenant, "new");
  const auto verdict = verdict_of(tenant);
  EXPECT_FALSE(verdict.first_broken) << verdict.first_broken->reason;
  EXPECT_EQ(verdict.entries, 2);
  const auto entries = oldest_first(tenant);
  EXPECT_EQ(entries[0].hash_version, 1);
  EXPECT_EQ(entries[0].event.detail, std::nullopt);
  EXPECT_EQ(entries[1].hash_version, 2);
  EXPECT_EQ(entries[1].event.detail, R"({"from":"a","to":"b"})");
}

TEST(Audit, AChainLongerThanOneStepOfTheVerifierIsWalkedToItsEnd) {
  const TenantId tenant = new_tenant();
  constexpr std::int64_t kEntries = 20'000;  // two whole steps with no remainder
  constexpr std::int64_t kAtOnce = 250;
  const std::string fill =
      "BEGIN; SET LOCAL assay.tenant = '" + tenant.value + "'; SELECT count(audit_append('" +
      tenant.value +
      "', gen_random_uuid(), 'a', 'b', 'c', 'system', NULL, NULL, 'allow', NULL, NULL, NULL, NULL, "
      "NULL, NULL, NULL)) FROM generate_series(1, " +
      std::to_string(kAtOnce) + "); COMMIT";
  for (std::int64_t done = 0; done < kEntries; done += kAtOnce) sql(fill);
  EXPECT_EQ(verdict_of(tenant).entries, kEntries);
  EXPECT_EQ(first_broken_entry(tenant), 0);
  sql("BEGIN; ALTER TABLE audit_log DISABLE TRIGGER USER; DELETE FROM audit_log WHERE tenant_id = "
      "'" +
      tenant.value + "' AND sequence = 10001; ALTER TABLE audit_log ENABLE TRIGGER USER; COMMIT");
  EXPECT_EQ(first_broken_entry(tenant), 10'001);
}

TEST(Audit, ATenantWithoutEntriesIsWhole) {
  const auto verdict = verdict_of(new_tenant());
  EXPECT_FALSE(verdict.first_broken);
  EXPECT_EQ(verdict.entries, 0);
}

TEST(Audit, AnEntryForAnotherTenantThanTheTransactionsIsRefused) {
  const TenantId tenant = new_tenant();
  for (const std::string role : {"assay_api", "assay_pipeline", "assay_owner"}) {
    pg::Connection connection = TempDatabase::shared().connect(role);
    pg::Tx tx(connection, pg::Access::ReadWrite, new_tenant());
    audit::append(tx, tenant, {.action = "forged", .object_type = "x", .object_id = "y"});
    EXPECT_THROW(tx.commit(), pg::DbError) << role;
  }
  EXPECT_TRUE(oldest_first(tenant).empty());
}

TEST(Audit, AChangeWhoseEntryFailsIsNotMade) {
  const TenantId tenant = new_tenant();
  pg::Connection owner = TempDatabase::shared().connect("assay_owner");
  {
    pg::Tx tx(owner, pg::Access::ReadWrite, tenant);
    static_cast<void>(
        owner.run("UPDATE tenant SET name = 'changed ' || id WHERE id = '" + tenant.value + "'"));
    audit::append(tx, new_tenant(), {.action = "forged", .object_type = "x", .object_id = "y"});
    EXPECT_THROW(tx.commit(), pg::DbError);
  }
  EXPECT_EQ(sql("SELECT count(*) AS v FROM tenant WHERE name LIKE 'changed %'"), "0");
  append(owner, tenant, "the connection is good for more");
  EXPECT_EQ(oldest_first(tenant).size(), 1U);
}

TEST(Audit, AChangedFieldIsFound) {
  const TenantId tenant = new_tenant();
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  for (int i = 0; i < 6; ++i) append(api, tenant, "action");
  sql("BEGIN; ALTER TABLE audit_log DISABLE TRIGGER ALL; "
      "UPDATE audit_log SET object_id = 'other' WHERE tenant_id = '" +
      tenant.value + "' AND sequence = 4; ALTER TABLE audit_log ENABLE TRIGGER ALL; COMMIT");
  EXPECT_EQ(first_broken_entry(tenant), 4);
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
  EXPECT_EQ(first_broken_entry(tenant), 0);
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
  EXPECT_EQ(first_broken_entry(tenant), 0);
}

TEST(Audit, TheServiceCannotChangeOrRemoveEntries) {
  const TenantId tenant = new_tenant();
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  append(api, tenant, "kept");
  for (const std::string role : {"assay_api", "assay_pipeline", "assay_owner"}) {
    for (const std::string statement :
         {"UPDATE audit_log SET action = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log",
          "DELETE FROM audit_head", "TRUNCATE audit_head", "DELETE FROM audit_checkpoint",
          "UPDATE audit_checkpoint SET line = ''", "TRUNCATE audit_checkpoint"}) {
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
  EXPECT_EQ(first_broken_entry(tenant), 0);
  EXPECT_EQ(oldest_first(tenant).size(), 1U);
}

TEST(Audit, TheServiceWritesEntriesByTheirFunctionOnly) {
  const TenantId tenant = new_tenant();
  for (const std::string role : {"assay_api", "assay_pipeline"}) {
    for (const std::string statement :
         {"INSERT INTO audit_log SELECT * FROM audit_log", "UPDATE audit_head SET sequence = 0",
          "INSERT INTO audit_head SELECT * FROM audit_head"}) {
      pg::Connection connection = TempDatabase::shared().connect(role);
      pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
      EXPECT_THROW(static_cast<void>(connection.run(statement)), pg::DbError)
          << statement << " as " << role;
    }
  }
}

}  // namespace
}  // namespace assay::test
