// SPDX-License-Identifier: Apache-2.0
// A thousand ways in which an attacker who controls the database changes what was recorded:
// constraints, triggers and row security are disabled, and each change is still found.
#include <gtest/gtest.h>

#include <random>

#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace {

namespace audit = store::audit;

constexpr int kMutatedEntries = 40;
constexpr int kMutations = 1000;

// Removes, within the test's transaction, the protections that bind even a superuser.
constexpr const char* kUnlock = R"sql(
SET LOCAL session_replication_role = replica;
ALTER TABLE audit_log DROP CONSTRAINT audit_log_pkey, DROP CONSTRAINT audit_log_tenant_id_id_key,
  DROP CONSTRAINT audit_log_tenant_id_previous_hash_key, DROP CONSTRAINT audit_log_sequence_check,
  DROP CONSTRAINT audit_log_actor_type_check, DROP CONSTRAINT audit_log_outcome_check,
  DROP CONSTRAINT audit_log_previous_hash_check, DROP CONSTRAINT audit_log_hash_check,
  DROP CONSTRAINT audit_log_hash_version;
ALTER TABLE audit_head DROP CONSTRAINT audit_head_pkey;)sql";

class Mutator {
 public:
  Mutator(TenantId a, TenantId b) : a_("'" + a.value + "'"), b_("'" + b.value + "'") {}

  // The next mutation, as SQL. {t}: the tenant, {n}, {m}: sequences, n < m; {k}: a small number.
  std::string next() {
    const std::vector<std::string>& kind = kinds().at(static_cast<std::size_t>(made_++ % 7));
    std::string text = kind.at(below(kind.size()));
    const std::size_t n = 1 + below(kMutatedEntries - 1);
    const std::size_t m = n + 1 + below(kMutatedEntries - n);
    const bool second = below(2) == 1;
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
             {"{row}", "tenant_id = {t} AND sequence = {n}"},
             {"{swap}", "CASE sequence WHEN {n} THEN {m} ELSE {n} END"},
             {"{t}", second ? b_ : a_},
             {"{o}", second ? a_ : b_},
             {"{n}", std::to_string(n)},
             {"{m}", std::to_string(m)},
             {"{k}", std::to_string(below(8))},
             {"{bit}", std::to_string(below(256))}}) {
      for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        text.replace(at, name.size(), value);
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  static std::vector<std::string> flips() {
    std::vector<std::string> made;
    const std::string set = "UPDATE audit_log SET ";
    for (const std::string column :
         {"action", "object_type", "object_id", "actor_type", "actor_id", "actor_email", "outcome",
          "request_id", "ip", "user_agent", "auth_method", "actor_role", "detail"}) {
      made.push_back(set + column + " = overlay(" + column + " placing chr(ascii(substr(" + column +
                     ", 2, 1)) # (1 << ({k} % 4))) from 2 for 1) WHERE {row}");
      made.push_back(set + column + " = " + column + " || ' ' WHERE {row}");
      made.push_back(set + column + " = '' WHERE {row}");
    }
    for (const std::string column : {"previous_hash", "hash"}) {
      made.push_back(set + column + " = set_bit(" + column + ", {bit}, 1 - get_bit(" + column +
                     ", {bit})) WHERE {row}");
      made.push_back(set + column + " = substr(" + column + ", 2) WHERE {row}");
    }
    for (const std::string column :
         {"actor_id", "actor_email", "request_id", "ip", "user_agent", "detail", "actor_role"}) {
      made.push_back(set + column + " = NULL WHERE {row}");
    }
    made.push_back(set + "sequence = sequence # (1::bigint << ({k} + 6)) WHERE {row}");
    made.push_back(set + "sequence = -sequence WHERE {row}");
    made.push_back(set + "id = gen_random_uuid() WHERE {row}");
    made.push_back(set + "tenant_id = gen_random_uuid() WHERE {row}");
    made.push_back(set + "run_id = gen_random_uuid() WHERE {row}");
    made.push_back(set + "hash_version = hash_version # (1 << {k}) WHERE {row}");
    made.push_back(set + "created_at = created_at + interval '1 microsecond' WHERE {row}");
    made.push_back(set + "created_at = 'infinity' WHERE {row}");
    return made;
  }

  static const std::vector<std::vector<std::string>>& kinds() {
    static const std::string copy =
        "INSERT INTO audit_log SELECT (jsonb_populate_record(e, jsonb_build_object('sequence', ";
    static const std::string from = "))).* FROM audit_log e WHERE {row}";
    static const std::vector<std::vector<std::string>> all{
        flips(),
        {"DELETE FROM audit_log WHERE {row}",
         "DELETE FROM audit_log WHERE tenant_id = {t} AND sequence BETWEEN {n} AND {m}",
         "DELETE FROM audit_log WHERE {row}; UPDATE audit_log SET sequence = sequence - 1 WHERE "
         "tenant_id = {t} AND sequence > {n}",
         "DELETE FROM audit_log WHERE tenant_id = {t}",
         "DELETE FROM audit_log WHERE tenant_id = {t}; DELETE FROM audit_head WHERE tenant_id = "
         "{t}"},
        {"UPDATE audit_log SET sequence = {swap} WHERE tenant_id = {t} AND sequence IN ({n}, {m})",
         "UPDATE audit_log x SET object_id = y.object_id FROM audit_log y WHERE x.tenant_id = {t} "
         "AND y.tenant_id = {t} AND x.sequence = {n} AND y.sequence = {m}",
         "UPDATE audit_log SET tenant_id = {o} WHERE {row}",
         "UPDATE audit_log SET tenant_id = CASE tenant_id WHEN {t} THEN {o}::uuid ELSE {t}::uuid "
         "END WHERE sequence >= {n} AND tenant_id IN ({t}, {o})",
         "UPDATE audit_log SET tenant_id = CASE tenant_id WHEN {t} THEN {o}::uuid ELSE {t}::uuid "
         "END WHERE tenant_id IN ({t}, {o}); UPDATE audit_head SET tenant_id = CASE tenant_id WHEN "
         "{t} THEN {o}::uuid ELSE {t}::uuid END WHERE tenant_id IN ({t}, {o})"},
        {copy + "{m}" + from, copy + "0" + from, copy + "-1" + from,
         copy + std::to_string(kMutatedEntries + 1) + from,
         "UPDATE audit_log SET sequence = sequence + 1 WHERE tenant_id = {t} AND sequence > {n}; " +
             copy + "{n} + 1" + from + "; SELECT pg_temp.rehash({t}, {n} + 1)"},
        {"DELETE FROM audit_log WHERE tenant_id = {t} AND sequence > {n}",
         "DELETE FROM audit_log WHERE tenant_id = {t} AND sequence > {n}; SELECT "
         "pg_temp.rehash({t}, {n})",
         "DELETE FROM audit_log WHERE tenant_id = {t}; SELECT pg_temp.rehash({t}, 1)",
         "DELETE FROM audit_log WHERE tenant_id = {t} AND sequence <= {n}; UPDATE audit_log SET "
         "sequence = sequence - {n} WHERE tenant_id = {t}; SELECT pg_temp.rehash({t}, 1)"},
        {"UPDATE audit_log SET actor_email = 'other@example.org' WHERE {row}; SELECT "
         "pg_temp.rehash({t}, {n})",
         "UPDATE audit_log SET outcome = 'deny' WHERE {row}; SELECT pg_temp.rehash({t}, 1)",
         "DELETE FROM audit_log WHERE {row}; UPDATE audit_log SET sequence = sequence - 1 WHERE "
         "tenant_id = {t} AND sequence > {n}; SELECT pg_temp.rehash({t}, {n})",
         "UPDATE audit_log SET sequence = {swap} WHERE tenant_id = {t} AND sequence IN ({n}, {m}); "
         "SELECT pg_temp.rehash({t}, 1)",
         "UPDATE audit_log SET created_at = created_at - interval '1 day' WHERE tenant_id = {t}; "
         "SELECT pg_temp.rehash({t}, 1)",
         "UPDATE audit_log SET detail = NULL WHERE {row}; SELECT pg_temp.rehash({t}, {n})"},
        {"UPDATE audit_head SET sequence = sequence - {n} WHERE tenant_id = {t}",
         "UPDATE audit_head SET sequence = sequence + {n} WHERE tenant_id = {t}",
         "UPDATE audit_head SET hash = set_bit(hash, {bit}, 1 - get_bit(hash, {bit})) WHERE "
         "tenant_id = {t}",
         "DELETE FROM audit_head WHERE tenant_id = {t}",
         "UPDATE audit_head SET tenant_id = gen_random_uuid() WHERE tenant_id = {t}"}};
    return all;
  }

  std::string a_;
  std::string b_;
  int made_ = 0;
  std::mt19937 random_{20261121};
};

std::string first_broken(pg::Tx& tx, const TenantId& tenant, audit::Checked& checked) {
  const auto verdict = audit::verify_chain(tx, tenant, checked.witnesses[tenant]);
  return verdict.first_broken ? verdict.first_broken->reason : "";
}

TEST(AuditMutation, EveryOneIsFound) {
  const TenantId a = new_tenant();
  const TenantId b = new_tenant();
  append_entries(a, kMutatedEntries);
  append_entries(b, kMutatedEntries);
  const ed25519::KeyPair keys = ed25519::generate();
  static_cast<void>(make_checkpoint(keys, ""));

  pg::Connection super = TempDatabase::shared().connect("super");
  pg::Tx tx(super, pg::Access::ReadWrite);
  static_cast<void>(super.run(forging_functions() + kUnlock));
  audit::Checked checked = audit::check_checkpoints(tx, {.keys = {keys.public_key}});
  ASSERT_FALSE(checked.first_broken) << checked.first_broken->reason;
  ASSERT_EQ(first_broken(tx, a, checked) + first_broken(tx, b, checked), "");
  Mutator mutator(a, b);
  std::map<std::string, int> reasons;
  for (int i = 0; i < kMutations; ++i) {
    const std::string mutation = mutator.next();
    static_cast<void>(super.run("SAVEPOINT before"));
    static_cast<void>(super.run(mutation));
    const std::string found = first_broken(tx, a, checked) + first_broken(tx, b, checked);
    EXPECT_NE(found, "") << "number " << i << ": " << mutation;
    ++reasons[found];
    static_cast<void>(super.run("ROLLBACK TO SAVEPOINT before"));
  }
  EXPECT_GE(reasons.size(), 8U) << "every check of the verifier has its turn";
  EXPECT_EQ(first_broken(tx, a, checked) + first_broken(tx, b, checked), "");
}

}  // namespace
}  // namespace assay::test
