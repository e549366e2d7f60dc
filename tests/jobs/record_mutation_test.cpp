// SPDX-License-Identifier: Apache-2.0
// Every column of the tables that hold a run, changed by somebody who controls the database: the
// verification of the trail and the checks of a replay find each change, of frozen runs and of
// those without a snapshot.
#include <algorithm>
#include <array>
#include <functional>

#include "db/wire/frozen.hpp"
#include "db/wire/whole_trail.hpp"
#include "pipeline/jobs/job_table.hpp"
#include "tests/jobs/run_fixture.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace {

namespace audit = store::audit;
namespace frozen = store::frozen;

struct Table {
  std::string_view name;
  std::string_view rows;  // those that belong to the run {r} of the version {v} of the pack {p}, or
                          // that the tenant {t} made for it
};
// What a replay or an export of the run shows.
constexpr std::array kRecordTables{
    Table{"run", "id = {r}"},
    Table{"run_step", "run_id = {r} AND step_index = 2"},
    Table{"run_span",
          "run_id = {r} AND name = (SELECT max(name) FROM run_span WHERE run_id = {r})"},
    Table{"run_document", "run_id = {r}"},
    Table{"run_document_left_out", "run_id = {r}"},
    Table{"run_requirement", "run_id = {r} AND position = 1"},
    Table{"requirement", "criteria_version_id = {v} AND position = 1"},
    Table{"run_expansion", "run_id = {r}"},
    Table{"requirement_expansion",
          "requirement_id = (SELECT requirement_id FROM run_expansion WHERE run_id = {r})"},
    Table{"criterion", "criteria_version_id = {v}"},
    Table{"criteria_version", "id = {v}"},
    Table{"pack", "id = {p}"},
    Table{"calibration", "tenant_id = {t}"},
    Table{"glossary", "tenant_id = {t}"},
    Table{"assessment", "run_id = {r} AND status = 'COMPLETE'"},
    Table{"llm_exchange",
          "run_id = {r} AND requirement_record_id = (SELECT requirement_id FROM "
          "run_requirement WHERE run_id = {r} AND position = 1)"},
    Table{"task", "run_id = {r} AND title = (SELECT max(title) FROM task WHERE run_id = {r})"},
    Table{"task_run",
          "run_id = {r} AND requirement_record_id = (SELECT "
          "max(requirement_record_id::text)::uuid FROM task_run WHERE run_id = {r})"},
};
// What a run leaves that failed in its first steps.
constexpr std::array kFailedTables{
    Table{"run", "id = {r}"},
    Table{"run_step", "run_id = {r} AND step_index = 2"},
    Table{"run_span",
          "run_id = {r} AND name = (SELECT max(name) FROM run_span WHERE run_id = {r})"},
    Table{"run_document", "run_id = {r}"},
    Table{"run_requirement", "run_id = {r} AND position = 1"},
    Table{"assessment",
          "run_id = {r} AND requirement_record_id = (SELECT requirement_id FROM "
          "run_requirement WHERE run_id = {r} AND position = 1)"},
};
// What follows from runs.
constexpr std::array kStandingTables{
    Table{"standing_assessment", "run_id = {r}"},
    Table{"standing_citation", "pack_id = {p}"},
};

// People change these.
constexpr std::array<std::string_view, 4> kOfPeople{"task.status", "task.assignee", "task.due_date",
                                                    "task.updated_at"};

// Another value of the same type.
std::string another(const std::string& column, const std::string& type) {
  if (type == "uuid") return "gen_random_uuid()";
  if (type == "boolean") return "NOT " + column;
  if (type == "jsonb") return "'[\"forged\"]'";
  if (type == "bytea") return column + " || ' '";
  if (type.starts_with("timestamp")) return "coalesce(" + column + ", now()) + interval '1 s'";
  if (type == "text") return "coalesce(" + column + ", '') || 'x'";
  return "coalesce(" + column + ", 0) / 2 + 7";
}

class RecordMutation : public RunJob {
 protected:
  // A completed run with a calibration, a glossary, an expansion, a left-out document, citations,
  // tasks and exchanges with a model.
  void complete() {
    static_cast<void>(upload("late.txt", "Not read yet."));
    static_cast<void>(put_glossary(tenant_, {{"HarbourLink", "VPN"}}));
    sql("INSERT INTO calibration (tenant_id, id, version, evaluator_version, confidence_slope,"
        " confidence_intercept, supported_slope, supported_intercept, complete_count,"
        " partial_count, missing_count, measured, forced) VALUES ('" +
        tenant_.value + "', gen_random_uuid(), 1, 'fake', 1, 0, 1, 0, 60, 0, 0, '{}', false)");
    run_ = start({"accounts complete", "accounts missing", "accounts partial"});
    sql("INSERT INTO llm_exchange (tenant_id, id, run_id, requirement_record_id, position, model,"
        " answered_by, http_status, error_code, duration_ms, request, response)"
        " SELECT tenant_id, gen_random_uuid(), run_id, requirement_id, 1, 'm', 'm', 200, '', 5,"
        " '{}', '{}' FROM run_requirement WHERE run_id = '" +
        run_.value + "'");
    sql("INSERT INTO requirement_expansion (requirement_id, prompt_version, owner_tenant_id, model,"
        " phrases) SELECT id, '1', owner_tenant_id, 'm', '[\"list of users\"]' FROM requirement"
        " WHERE criteria_version_id = '" +
        pack_.version.value + "' AND position = 1");
    config_.llm.expand = true;
    sql("DELETE FROM work_item WHERE kind = 'document'");
    process();
    ASSERT_EQ(run(run_).status, RunStatus::Completed);
  }
  [[nodiscard]] std::string filled(std::string_view rows) const {
    std::string text(rows);
    for (const auto& [name, value] :
         std::vector<std::pair<std::string, std::string>>{{"{r}", run_.value},
                                                          {"{v}", pack_.version.value},
                                                          {"{p}", pack_.pack.value},
                                                          {"{t}", tenant_.value}}) {
      for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        text.replace(at, name.size(), "'" + value + "'");
      }
    }
    return text;
  }
  // Statements that each change one column of the table, and one that removes the rows.
  [[nodiscard]] std::vector<std::string> changes(pg::Connection& super, const Table& table) const {
    const std::string name(table.name);
    const std::string rows = " WHERE " + filled(table.rows);
    std::vector<std::string> made{"DELETE FROM " + name + rows};
    for (const pg::Row row :
         super.run("SELECT column_name::text AS name, data_type::text AS type FROM "
                   "information_schema.columns WHERE table_schema = 'public' AND table_name = '" +
                   name + "'")) {
      const std::string column = row.text("name");
      const bool of_people =
          std::find(kOfPeople.begin(), kOfPeople.end(), name + "." + column) != kOfPeople.end();
      if (of_people) continue;
      made.push_back("UPDATE " + name + " SET " + column + " = " +
                     another(column, row.text("type")) + rows);
    }
    return made;
  }
  // What the verification of the trail finds; "" for nothing.
  std::string broken(pg::Tx& tx) const {
    const auto verdict = audit::verify_trail(tx, tenant_, {});
    return verdict.first_broken ? verdict.first_broken->reason : "";
  }
  // What a replay finds; "" for nothing.
  std::string refused(pg::Tx& tx) const try {
    const auto found = runs::find(tx, tenant_, run_);
    if (!found) return "the run is not there";
    if (found->snapshot_status == SnapshotStatus::Captured) {
      const auto record = frozen::read(tx, *found, {});
      return record ? "" : record.error().message;
    }
    const auto fault = frozen::fault_of_unfrozen(tx, *found, {});
    return fault ? fault->message : "";
  } catch (const pg::UnreadableColumn& error) {
    return error.what();
  }
  void expect_found(pg::Connection& super, pg::Tx& tx, const Table& table, bool by_replay) {
    const pg::Rows count = super.run("SELECT count(*) AS total FROM " + std::string(table.name) +
                                     " WHERE " + filled(table.rows));
    ASSERT_NE(pg::total_of(count), 0) << table.name;
    for (const std::string& change : changes(super, table)) {
      static_cast<void>(super.run("SAVEPOINT before"));
      static_cast<void>(super.run(change));
      EXPECT_NE(broken(tx), "") << change;
      if (by_replay) {
        EXPECT_NE(refused(tx), "") << change;
      }
      static_cast<void>(super.run("ROLLBACK TO SAVEPOINT before"));
    }
  }
  void with_free_tables(const std::function<void(pg::Connection& super, pg::Tx& tx)>& work) {
    pg::Connection super = TempDatabase::shared().connect("super");
    pg::Tx tx(super, pg::Access::ReadWrite);
    static_cast<void>(super.run(R"sql(SET LOCAL session_replication_role = replica;
DO $$
DECLARE found record;
BEGIN
  FOR found IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
               WHERE contype = 'c' AND connamespace = 'public'::regnamespace
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', found.place, found.conname);
  END LOOP;
END $$)sql"));
    ASSERT_EQ(broken(tx), "");
    ASSERT_EQ(refused(tx), "");
    work(super, tx);
    EXPECT_EQ(broken(tx), "");
    EXPECT_EQ(refused(tx), "");
  }
  void expect_every_change_found(bool has_snapshot) {
    with_free_tables([&](pg::Connection& super, pg::Tx& tx) {
      for (const Table& table : kRecordTables) expect_found(super, tx, table, true);
      for (const Table& table : kStandingTables) expect_found(super, tx, table, false);
      if (has_snapshot) expect_found(super, tx, {"run_snapshot", "run_id = {r}"}, true);
    });
  }
  RunId run_;
};

TEST_F(RecordMutation, OfAFrozenRunIsFound) {
  complete();
  expect_every_change_found(true);
}

TEST_F(RecordMutation, OfARunWithoutASnapshotIsFound) {
  config_.snapshot_capture = false;
  complete();
  expect_every_change_found(false);
}

TEST_F(RecordMutation, OfAFailedRunIsFound) {
  run_ = start({"throws", "throws too"});
  const auto claimed = claim();
  EXPECT_THROW(with(*claimed, jobs::process_run), jobs::JobFailure);
  ASSERT_TRUE(jobs::fail_for_good(pipeline_, *claimed, "evaluation_failed", "Nothing was judged."));
  ASSERT_EQ(run(run_).status, RunStatus::Failed);
  with_free_tables([&](pg::Connection& super, pg::Tx& tx) {
    for (const Table& table : kFailedTables) expect_found(super, tx, table, true);
  });
}

TEST_F(RecordMutation, ARowThatIsAddedIsFound) {
  complete();
  tamper(
      "INSERT INTO run_document_left_out SELECT tenant_id, run_id, gen_random_uuid(),"
      " original_filename, status, reason, message FROM run_document_left_out"
      " WHERE run_id = '" +
      run_.value + "'");
  pg::Connection super = TempDatabase::shared().connect("super");
  pg::Tx tx(super, pg::Access::ReadOnly);
  EXPECT_EQ(broken(tx), "run " + run_.value +
                            ": the documentsNotSearched of the run are not what the audit trail "
                            "recorded");
}

// As an entry of an earlier release: the snapshot is all there is to compare with.
TEST_F(RecordMutation, WithoutDigestsTheSnapshotIsCompared) {
  complete();
  tamper(forging_functions() +
         "UPDATE audit_log SET detail = (detail::jsonb - 'digests')::text WHERE tenant_id = '" +
         tenant_.value + "' AND action = 'run.completed'; SELECT pg_temp.rehash('" + tenant_.value +
         "', 1)");
  pg::Connection super = TempDatabase::shared().connect("super");
  pg::Tx tx(super, pg::Access::ReadWrite);
  ASSERT_EQ(broken(tx), "");
  for (const std::string change :
       {"UPDATE run_document_left_out SET reason = 'unknown' WHERE run_id = {r}",
        "UPDATE criterion SET title = title || '.' WHERE criteria_version_id = {v}",
        "UPDATE requirement SET expected_evidence = '[\"x\"]' WHERE criteria_version_id = {v}",
        "UPDATE requirement_expansion SET phrases = '[\"x\"]' WHERE requirement_id IN (SELECT "
        "requirement_id FROM run_expansion WHERE run_id = {r})",
        "UPDATE llm_exchange SET response = '{\"a\":1}' WHERE run_id = {r}",
        "UPDATE assessment SET duration_ms = duration_ms + 1 WHERE run_id = {r}",
        "UPDATE task SET description = description || '.' WHERE run_id = {r}",
        "UPDATE run SET documents_not_chosen = documents_not_chosen + 1 WHERE id = {r}"}) {
    static_cast<void>(super.run("SAVEPOINT before"));
    static_cast<void>(super.run("SET LOCAL session_replication_role = replica; " + filled(change)));
    EXPECT_TRUE(broken(tx).ends_with("is not what was frozen")) << change << ": " << broken(tx);
    static_cast<void>(super.run("ROLLBACK TO SAVEPOINT before"));
  }
}

TEST_F(RecordMutation, ARunThatIsNotCompletedByAnyEntryIsFound) {
  complete();
  tamper(forging_functions() +
         "UPDATE audit_log SET action = 'run.start' WHERE action = 'run.completed' AND tenant_id = "
         "'" +
         tenant_.value + "'; SELECT pg_temp.rehash('" + tenant_.value + "', 1)");
  pg::Connection super = TempDatabase::shared().connect("super");
  pg::Tx tx(super, pg::Access::ReadOnly);
  EXPECT_EQ(broken(tx), "no entry records the completion of the run " + run_.value);
}

// Without a newer one, the later run's results stand.
TEST_F(RecordMutation, AnEarlierRunBroughtBackAsTheStandingOneIsFound) {
  complete();
  const RunId first = run_;
  run_ = new_run(tenant_, pack_, std::string(embedder_.model_id()));
  sql("DELETE FROM work_item WHERE kind = 'export'");
  process();
  pg::Connection super = TempDatabase::shared().connect("super");
  pg::Tx tx(super, pg::Access::ReadWrite);
  ASSERT_EQ(broken(tx), "");
  static_cast<void>(super.run(
      "UPDATE standing_assessment s SET assessment_id = a.id, run_id = a.run_id FROM assessment a "
      "JOIN requirement q ON q.id = a.requirement_record_id WHERE a.run_id = '" +
      first.value + "' AND q.requirement_id = s.requirement_id AND s.pack_id = q.pack_id"));
  EXPECT_TRUE(broken(tx).starts_with("the standing result of requirement ")) << broken(tx);
}

}  // namespace
}  // namespace assay::test
