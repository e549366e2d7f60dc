// SPDX-License-Identifier: Apache-2.0
// Tenants are apart: by the catalogue, for every table there is, and by trying.
#include <gtest/gtest.h>

#include <algorithm>

#include "db/store/assessments.hpp"
#include "db/store/audit.hpp"
#include "db/store/content.hpp"
#include "db/store/documents.hpp"
#include "db/store/tasks.hpp"
#include "db/store/work.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

std::vector<std::string> names(const std::string& query) {
  pg::Connection super = TempDatabase::shared().connect("super");
  super.ensure_connected();
  std::vector<std::string> found;
  for (const pg::Row row : super.run(query)) found.push_back(row.text("name"));
  return found;
}

std::vector<std::string> tenant_tables() {
  return names(
      "SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid "
      "WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace "
      "AND a.attname = 'tenant_id' AND NOT a.attisdropped ORDER BY 1");
}

TEST(Isolation, ThereAreTenantTables) {
  EXPECT_GE(tenant_tables().size(), 17U);
}

TEST(Isolation, EveryTenantTableHasForcedRowSecurityAndAPolicyForBothRoles) {
  for (const std::string& table : tenant_tables()) {
    EXPECT_EQ(sql("SELECT (relrowsecurity AND relforcerowsecurity)::text AS v FROM pg_class "
                  "WHERE oid = '" +
                  table + "'::regclass"),
              "true")
        << table;
    for (const std::string role : {"assay_api", "assay_pipeline"}) {
      EXPECT_NE(sql("SELECT count(*) AS v FROM pg_policies WHERE tablename = '" + table +
                    "' AND '" + role + "' = ANY (roles)"),
                "0")
          << table << " for " << role;
    }
  }
}

TEST(Isolation, EveryTenantTableIsKeyedByTenantFirst) {
  for (const std::string& table : tenant_tables()) {
    EXPECT_EQ(sql("SELECT a.attname AS v FROM pg_index i JOIN pg_attribute a "
                  "ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] "
                  "WHERE i.indisprimary AND i.indrelid = '" +
                  table + "'::regclass"),
              "tenant_id")
        << table;
  }
}

// A foreign key of one column would be checked without row security, across tenants.
TEST(Isolation, ForeignKeysBetweenTenantTablesCarryTheTenant) {
  const auto bad = names(
      "SELECT k.conrelid::regclass::text || '.' || k.conname AS name FROM pg_constraint k "
      "JOIN pg_attribute t ON t.attrelid = k.confrelid AND t.attname = 'tenant_id' "
      "WHERE k.contype = 'f' AND NOT EXISTS (SELECT FROM unnest(k.conkey, k.confkey) AS c (own, "
      "other) JOIN pg_attribute o ON o.attrelid = k.conrelid AND o.attnum = c.own "
      "WHERE o.attname = 'tenant_id' AND c.other = t.attnum)");
  EXPECT_TRUE(bad.empty()) << (bad.empty() ? "" : bad.front());
}

TEST(Isolation, RolesOfTheServiceCannotPassRowSecurity) {
  EXPECT_EQ(sql("SELECT count(*) AS v FROM pg_roles WHERE rolname LIKE 'assay%' AND "
                "(rolsuper OR rolbypassrls OR rolcreaterole)"),
            "0");
  EXPECT_EQ(sql("SELECT count(*) AS v FROM pg_tables WHERE schemaname = 'public' AND "
                "tableowner IN ('assay_api', 'assay_pipeline')"),
            "0");
}

// Rows of tenant A in as many tables as a run and a document touch.
void fill(const TenantId& tenant) {
  const DocumentId document = new_document(tenant, "a.txt", random_sha256());
  pg::Connection connection = TempDatabase::shared().connect("assay_pipeline");
  {
    pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
    Page page;
    page.text = "Words.\n";
    store::content::replace_pages(tx, tenant, document, {page});
    store::content::Chunk chunk;
    chunk.id = ChunkId::fresh();
    chunk.end_offset = 6;
    chunk.content = "Words.";
    store::content::replace_chunks(tx, tenant, document, {chunk});
    store::content::put_vectors(tx, tenant, "m", {chunk.id}, {1.0F, 0.0F});
    store::audit::Event event;
    event.action = "document.upload";
    event.object_id = document.value;
    store::audit::append(tx, tenant, event);
    tx.commit();
  }
  const BoundPack pack = new_pack(tenant, {"One"});
  const RunId run = new_run(tenant, pack, "m");
  pg::Tx tx(connection, pg::Access::ReadWrite, tenant);
  store::assessments::Assessment assessment;
  assessment.id = AssessmentId::fresh();
  assessment.run = run;
  assessment.requirement = pack.requirements[0].id;
  assessment.citations = Json::array();
  assessment.details = Json::object();
  ASSERT_TRUE(store::assessments::insert(tx, tenant, assessment));
  store::tasks::Task task;
  task.id = TaskId::fresh();
  task.run = run;
  task.requirement = pack.requirements[0].id;
  task.requirement_id = "1.1";
  task.criterion_id = 1;
  store::tasks::insert(tx, tenant, {task});
  tx.commit();
}

TEST(Isolation, AnotherTenantsTransactionSeesNothingWhateverItAsks) {
  const TenantId a = new_tenant();
  const TenantId b = new_tenant();
  fill(a);
  for (const std::string& table : tenant_tables()) {
    for (const std::string role : {"assay_api", "assay_pipeline"}) {
      // The queue is the one table that the pipeline sees whole: it claims across tenants.
      if (table == "work_item" && role == "assay_pipeline") continue;
      if (sql("SELECT has_table_privilege('" + role + "', '" + table + "', 'SELECT')::text AS v") !=
          "true") {
        continue;
      }
      pg::Connection connection = TempDatabase::shared().connect(role);
      const std::string query =
          "SELECT count(*) AS n FROM " + table + " WHERE tenant_id = '" + a.value + "'";
      pg::Tx other(connection, pg::Access::ReadOnly, b);
      EXPECT_EQ(connection.run(query)[0].integer("n"), 0) << table << " as " << role;
      other.commit();
      pg::Tx nobody(connection, pg::Access::ReadOnly);
      EXPECT_EQ(connection.run(query)[0].integer("n"), 0) << table << " without tenant";
      nobody.commit();
    }
  }
  for (const std::string table : {"document", "chunk", "chunk_embedding", "run", "run_step",
                                  "assessment", "task", "audit_log", "audit_head", "work_item"}) {
    EXPECT_NE(sql("SELECT count(*) AS v FROM " + table + " WHERE tenant_id = '" + a.value + "'"),
              "0")
        << "the test must have rows to hide in " << table;
  }
}

TEST(Isolation, ARowOfAnotherTenantCannotBeWritten) {
  const TenantId a = new_tenant();
  const TenantId b = new_tenant();
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  pg::Tx tx(api, pg::Access::ReadWrite, b);
  store::documents::NewDocument document;
  document.id = DocumentId::fresh();
  document.original_filename = "x";
  document.file_type = "txt";
  document.content_type = "text/plain";
  document.sha256 = random_sha256();
  EXPECT_THROW(static_cast<void>(store::documents::insert(tx, a, document)), pg::DbError);
}

TEST(Isolation, TheTenantOfATransactionEndsWithIt) {
  const TenantId a = new_tenant();
  fill(a);
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  {
    pg::Tx tx(api, pg::Access::ReadOnly, a);
    EXPECT_GT(store::documents::count(tx, a, {}), 0);
    tx.commit();
  }
  pg::Tx tx(api, pg::Access::ReadOnly);
  EXPECT_EQ(store::documents::count(tx, a, {}), 0);
}

}  // namespace
}  // namespace assay::test
