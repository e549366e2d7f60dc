// SPDX-License-Identifier: Apache-2.0
// The schema follows the rules, and every violation is found.
#include "tests/store/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/records.hpp"

namespace assay::test {
namespace {

std::string lines(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all.append(text).append("\n");
  return all;
}

TEST(Catalogue, TheSchemaKeepsTheRules) {
  EXPECT_GE(tenant_tables().size(), 17U);
  EXPECT_EQ(lines(catalogue_faults()), "");
}

// A violation, how it is undone, and the fault that must be found.
struct Wrong {
  std::string title;
  std::string make;
  std::string undo;
  std::string fault;
};

void PrintTo(const Wrong& wrong, std::ostream* out) {
  *out << wrong.title;
}

class Guard : public testing::TestWithParam<Wrong> {};

TEST_P(Guard, FindsWhatIsWrong) {
  const Wrong& wrong = GetParam();
  sql("SET ROLE assay_owner");
  sql(wrong.make);
  const auto faults = catalogue_faults();
  sql(wrong.undo);
  sql("RESET ROLE");
  EXPECT_NE(std::find(faults.begin(), faults.end(), wrong.fault), faults.end()) << lines(faults);
  EXPECT_EQ(lines(catalogue_faults()), "") << "after undoing it";
}

// Statement triggers fire whether or not the statement finds a row.
TEST(Catalogue, RecordsAreRefusedToTheOwnerToo) {
  pg::Connection owner = TempDatabase::shared().connect("assay_owner");
  const auto refused = [&owner](const std::string& statement) {
    pg::Tx tx(owner, pg::Access::ReadWrite);
    try {
      static_cast<void>(owner.run(statement));
    } catch (const pg::DbError& error) {
      return error.sqlstate() == "42501";
    }
    return false;
  };
  ASSERT_GE(tables_of_records().size(), 20U);
  for (const std::string& table : tables_of_records()) {
    const std::string column = sql("SELECT attname AS v FROM pg_attribute WHERE attrelid = '" +
                                   table + "'::regclass AND attnum > 0 ORDER BY attnum LIMIT 1");
    EXPECT_TRUE(refused("UPDATE " + table + " SET " + column + " = " + column + " WHERE false"));
    EXPECT_TRUE(refused("DELETE FROM " + table + " WHERE false")) << table;
    EXPECT_TRUE(refused("TRUNCATE " + table + " CASCADE")) << table;
  }
  for (const std::string& table : tables_of_rows_that_stay()) {
    EXPECT_TRUE(refused("DELETE FROM " + table + " WHERE false")) << table;
    EXPECT_TRUE(refused("TRUNCATE " + table + " CASCADE")) << table;
  }
}

const char* const kOwn = "(tenant_id = nullif(current_setting('assay.tenant', true), '')::uuid)";

std::vector<Wrong> wrongs() {
  const std::string bare =
      "CREATE TABLE bare (tenant_id uuid, id uuid, PRIMARY KEY (tenant_id, id))";
  const std::string drop = "DROP TABLE bare";
  return {
      {"BareTable", bare, drop, "bare: row-level security is not enabled and forced"},
      {"NotForced", bare + "; ALTER TABLE bare ENABLE ROW LEVEL SECURITY", drop,
       "bare: row-level security is not enabled and forced"},
      {"NoTenant", "CREATE TABLE bare (id uuid PRIMARY KEY)", drop,
       "bare: has no tenant_id and is on no list of exceptions"},
      {"NoPolicy",
       bare + "; ALTER TABLE bare ENABLE ROW LEVEL SECURITY; ALTER TABLE bare FORCE ROW LEVEL"
              " SECURITY; GRANT SELECT ON bare TO assay_api",
       drop, "bare for assay_api: has privileges without a policy for"},
      {"LoosePolicy",
       bare + "; CALL keep_tenants_apart('bare'); CREATE POLICY loose ON bare TO assay_api"
              " USING (true)",
       drop, "bare.loose: is a policy of a tenant's table with another condition"},
      {"LooseCheck",
       bare + "; CREATE POLICY loose ON bare TO assay_api USING " + kOwn + " WITH CHECK (true)",
       drop, "bare.loose: is a policy of a tenant's table with another condition"},
      {"PolicyForEverybody", bare + "; CREATE POLICY loose ON bare USING " + kOwn, drop,
       "bare.loose: is a policy for everybody"},
      {"KeyWithoutTenant", "CREATE TABLE bare (tenant_id uuid, id uuid PRIMARY KEY)", drop,
       "bare: the primary key does not begin with tenant_id"},
      {"ReferenceWithoutTenant",
       bare + "; ALTER TABLE bare ADD UNIQUE (id), ADD other uuid CONSTRAINT crossing REFERENCES"
              " bare (id)",
       drop, "bare.crossing: is a foreign key between tenants' tables without the tenant"},
      {"View", "CREATE VIEW bare AS SELECT tenant_id, id FROM document", "DROP VIEW bare",
       "bare: is a view that does not look with its reader's rights"},
      {"Truncate", "GRANT TRUNCATE ON document TO assay_api",
       "REVOKE TRUNCATE ON document FROM assay_api",
       "document to assay_api: gives TRUNCATE, REFERENCES or TRIGGER away"},
      {"Everybody", "GRANT SELECT ON worker TO PUBLIC", "REVOKE SELECT ON worker FROM PUBLIC",
       "worker: gives something to everybody"},
      {"NoKind", bare + "; CALL keep_tenants_apart('bare')", drop,
       "bare: is of no kind: say in tests/store/catalogue.cpp whether it holds records"},
      {"RecordWithoutTrigger", "ALTER TABLE run_snapshot DISABLE TRIGGER immutable",
       "ALTER TABLE run_snapshot ENABLE TRIGGER immutable",
       "run_snapshot: is a record without a trigger that refuses UPDATE, DELETE and TRUNCATE"},
      {"RecordWithHalfATrigger",
       "DROP TRIGGER immutable ON run_snapshot; CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON"
       " run_snapshot FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
       "DROP TRIGGER immutable ON run_snapshot; CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR"
       " TRUNCATE ON run_snapshot FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
       "run_snapshot: is a record without a trigger that refuses UPDATE, DELETE and TRUNCATE"},
      {"RunAfterItsEnd", "ALTER TABLE run DISABLE TRIGGER ended",
       "ALTER TABLE run ENABLE TRIGGER ended",
       "run: has rows that end without a trigger that refuses every change afterwards"},
      {"RunBeforeItsEnd", "ALTER TABLE run DISABLE TRIGGER pinned",
       "ALTER TABLE run ENABLE TRIGGER pinned",
       "run: has rows that end without a trigger that names what may change before"},
      {"RunRemoved", "ALTER TABLE run DISABLE TRIGGER stays",
       "ALTER TABLE run ENABLE TRIGGER stays",
       "run: has rows that stay without a trigger that refuses DELETE and TRUNCATE"},
      {"RunWhole", "GRANT UPDATE ON run TO assay_api",
       "REVOKE UPDATE ON run FROM assay_api; GRANT UPDATE (status, cancelled_at, snapshot_status) "
       "ON"
       " run TO assay_api",
       "run by assay_api: has rows that stay, and a role of the service may remove them or change"
       " whole rows"},
      {"RecordColumn", "GRANT UPDATE (reasoning) ON assessment TO assay_pipeline",
       "REVOKE UPDATE (reasoning) ON assessment FROM assay_pipeline",
       "assessment by assay_pipeline: is a record that a role of the service may change"},
      {"RecordRow", "GRANT DELETE ON audit_log TO assay_api",
       "REVOKE DELETE ON audit_log FROM assay_api",
       "audit_log by assay_api: is a record that a role of the service may change"},
      {"Definer",
       "CREATE FUNCTION peek() RETURNS bigint LANGUAGE sql SECURITY DEFINER"
       " AS 'SELECT count(*) FROM document'",
       "DROP FUNCTION peek()", "peek: runs as the owner and is on no list"},
      {"DefinerPath", "ALTER FUNCTION tenant_of(text, uuid) RESET search_path",
       "ALTER FUNCTION tenant_of(text, uuid) SET search_path = public, pg_temp",
       "tenant_of: runs as the owner with the caller's search_path"},
      {"DefinerForEverybody", "GRANT EXECUTE ON FUNCTION tenant_count() TO PUBLIC",
       "REVOKE EXECUTE ON FUNCTION tenant_count() FROM PUBLIC",
       "tenant_count: runs as the owner for everybody"},
  };
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Guard, testing::ValuesIn(wrongs()),
                         [](const auto& wrong) { return wrong.param.title; });

}  // namespace
}  // namespace assay::test
