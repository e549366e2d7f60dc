// SPDX-License-Identifier: Apache-2.0
// Separation of tenants, tried on every table (the rules themselves: catalogue_test.cpp).
#include <gtest/gtest.h>

#include <algorithm>

#include "db/store/audit/entries.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/run_outputs.hpp"
#include "db/store/runs/tasks.hpp"
#include "db/store/work/queue.hpp"
#include "tests/store/catalogue.hpp"
#include "tests/support/records.hpp"

namespace assay::test {
namespace {

// Adds rows of tenant A to as many tables as a run and a document use.
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
  put_glossary(tenant, {{"HarbourLink", "VPN"}});
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
  store::exports::create(tx, tenant, {ExportId::fresh(), run, ExportFormat::Csv, std::nullopt});
  tx.commit();
}

TEST(Isolation, AnotherTenantsTransactionSeesNothingWhateverItAsks) {
  const TenantId a = new_tenant();
  const TenantId b = new_tenant();
  fill(a);
  for (const std::string& table : tenant_tables()) {
    for (const std::string role : {"assay_api", "assay_pipeline"}) {
      // The queue is the only table that the pipeline sees whole, since it claims across tenants.
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
  for (const std::string table :
       {"document", "chunk", "chunk_embedding", "run", "run_step", "assessment", "task", "export",
        "audit_log", "audit_head", "work_item", "glossary"}) {
    EXPECT_NE(sql("SELECT count(*) AS v FROM " + table + " WHERE tenant_id = '" + a.value + "'"),
              "0")
        << "the test must have rows to hide in " << table;
  }
}

// SQL without its WHERE, on a connection of tenant b.
TEST(Isolation, WithoutAnyConditionOnlyOwnRowsAreThere) {
  const TenantId a = new_tenant();
  const TenantId b = new_tenant();
  fill(a);
  fill(b);
  for (const std::string& table : tenant_tables()) {
    for (const std::string role : {"assay_api", "assay_pipeline"}) {
      if (table == "work_item" && role == "assay_pipeline") continue;
      if (sql("SELECT has_table_privilege('" + role + "', '" + table + "', 'SELECT')::text AS v") !=
          "true") {
        continue;
      }
      pg::Connection connection = TempDatabase::shared().connect(role);
      pg::Tx tx(connection, pg::Access::ReadOnly, b);
      const pg::Rows rows = connection.run("SELECT count(*) AS n FROM " + table);
      EXPECT_EQ(rows[0].text("n"),
                sql("SELECT count(*) AS v FROM " + table + " WHERE tenant_id = '" + b.value + "'"))
          << table << " as " << role;
    }
  }
}

TEST(Isolation, WithoutAnyConditionOnlyOwnRowsAreChanged) {
  const TenantId a = new_tenant();
  const TenantId b = new_tenant();
  fill(a);
  fill(b);
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  {
    pg::Tx tx(api, pg::Access::ReadWrite, b);
    EXPECT_EQ(api.run("UPDATE task SET assignee = 'changed'").affected(), 1);
    EXPECT_EQ(api.run("UPDATE tenant SET name = name || '!'").affected(), 1);
    EXPECT_EQ(api.run("DELETE FROM document").affected(), 1);
    tx.commit();
  }
  EXPECT_EQ(sql("SELECT count(*) AS v FROM document WHERE tenant_id = '" + a.value + "'"), "1");
  EXPECT_EQ(sql("SELECT assignee AS v FROM task WHERE tenant_id = '" + a.value + "'"), "");
  EXPECT_EQ(
      sql("SELECT count(*) AS v FROM tenant WHERE name LIKE '%!' AND id <> '" + b.value + "'"),
      "0");
  pg::Tx tx(api, pg::Access::ReadWrite, b);
  EXPECT_THROW(static_cast<void>(api.run("UPDATE task SET tenant_id = '" + a.value + "'")),
               pg::DbError);
}

TEST(Isolation, ATenantIsMadeOnlyByATransactionThatActsForIt) {
  const TenantId fresh = TenantId::fresh();
  const std::string insert =
      "INSERT INTO tenant (id, name) VALUES ('" + fresh.value + "', 'Made " + fresh.value + "')";
  pg::Connection api = TempDatabase::shared().connect("assay_api");
  {
    pg::Tx tx(api, pg::Access::ReadWrite, new_tenant());
    EXPECT_THROW(static_cast<void>(api.run(insert)), pg::DbError);
  }
  {
    pg::Tx tx(api, pg::Access::ReadWrite);
    EXPECT_THROW(static_cast<void>(api.run(insert)), pg::DbError);
  }
  pg::Tx tx(api, pg::Access::ReadWrite, fresh);
  EXPECT_EQ(api.run(insert).affected(), 1);
  EXPECT_EQ(api.run("SELECT count(*) AS n FROM tenant")[0].integer("n"), 1);
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
    EXPECT_GT(store::documents::count(tx, a, {}).get(), 0);
    tx.commit();
  }
  pg::Tx tx(api, pg::Access::ReadOnly);
  EXPECT_EQ(store::documents::count(tx, a, {}).get(), 0);
}

}  // namespace
}  // namespace assay::test
