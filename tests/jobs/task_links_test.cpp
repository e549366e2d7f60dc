// SPDX-License-Identifier: Apache-2.0
// Tasks over several runs of a pack: an open one is linked instead of created twice, and shows when
// its requirement was found COMPLETE.
#include "db/store/runs/tasks.hpp"
#include "tests/jobs/run_fixture.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace {

using store::tasks::Task;

class TaskLinks : public RunJob {
 protected:
  // Over the pack of the first run. Everything is COMPLETE at or above this confidence.
  RunId run_again(double complete = 0.75) {
    const RunId id = new_run(tenant_, pack_, std::string(embedder_.model_id()));
    sql("DELETE FROM work_item WHERE kind = 'export'");
    tamper("UPDATE run SET threshold_partial = 0.05, threshold_complete = " +
           std::to_string(complete) + " WHERE id = '" + id.value + "'");
    process();
    return id;
  }
  std::vector<Task> tasks_of(const RunId& id) {
    return read([&](pg::Tx& tx) { return store::tasks::of_run(tx, tenant_, id); });
  }
  std::string tasks_stored() {
    return sql("SELECT count(*) AS v FROM task WHERE tenant_id = '" + tenant_.value + "'");
  }
};

TEST_F(TaskLinks, AnOpenTaskIsLinkedAndListedUnderBothRuns) {
  const RunId first = start({"accounts partial", "accounts complete", "accounts missing"});
  process();
  const auto made = tasks_of(first);
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].last_run, first);
  const RunId second = run_again();
  const auto again = tasks_of(second);
  ASSERT_EQ(again.size(), 2U);
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again[i].id, made[i].id);
    EXPECT_EQ(again[i].run, first);
    EXPECT_EQ(again[i].last_run, second);
    EXPECT_EQ(again[i].seen_in_runs, 2);
    EXPECT_FALSE(again[i].satisfied_in);
  }
  EXPECT_EQ(tasks_stored(), "2");
  EXPECT_EQ(tasks_of(first).size(), 2U);
  const Json refs = steps_of(second)[4].output_refs;
  EXPECT_EQ(refs.get("taskIds").size(), 2U);
  EXPECT_EQ(refs.get("linkedTaskIds").at(1).as_string(), made[1].id.value);
  EXPECT_EQ(steps_of(first)[4].output_refs.get("linkedTaskIds").size(), 0U);
}

TEST_F(TaskLinks, ARequirementFoundCompleteIsShownAndClosesNothing) {
  const RunId first = start({"accounts partial"});
  process();
  const RunId second = run_again(0.4);
  EXPECT_TRUE(tasks_of(second).empty()) << "it found no gap";
  const Task task = tasks_of(first).at(0);
  EXPECT_EQ(task.status, TaskStatus::Pending);
  EXPECT_EQ(task.satisfied_in, second);
  EXPECT_EQ(task.last_run, first);
  EXPECT_EQ(task.seen_in_runs, 1);
  const RunId third = run_again();
  const Task seen = tasks_of(third).at(0);
  EXPECT_EQ(seen.id, task.id);
  EXPECT_FALSE(seen.satisfied_in) << "the gap is there again";
  EXPECT_EQ(seen.last_run, third);
}

TEST_F(TaskLinks, ACompletedTaskOrOneOfAnotherPackIsNotTakenUp) {
  const RunId first = start({"accounts partial"});
  process();
  const RunId other = start({"accounts partial"});
  process();
  EXPECT_NE(tasks_of(other).at(0).id, tasks_of(first).at(0).id) << "equal labels of two packs";
  sql("UPDATE task SET status = 'COMPLETED' WHERE tenant_id = '" + tenant_.value + "'");
  const RunId second = run_again();
  EXPECT_EQ(tasks_of(second).at(0).run, second);
  EXPECT_EQ(tasks_stored(), "3");
}

TEST_F(TaskLinks, AStepDoneAgainAfterACrashMakesNoSecondTask) {
  const RunId first = start({"accounts partial", "accounts missing"});
  process();
  const auto before = tasks_of(first);
  // As if the worker had died between storing the tasks and ending the step.
  tamper(
      "UPDATE run SET status = 'IN_PROGRESS', completed_at = NULL, snapshot_status = NULL,"
      " snapshot_hash = NULL WHERE id = '" +
      first.value +
      "'; UPDATE run_step SET status = 'NOT_EXECUTED', completed_at = NULL, started_at = NULL"
      " WHERE step_index >= 4 AND run_id = '" +
      first.value + "'; DELETE FROM run_snapshot WHERE run_id = '" + first.value + "'");
  sql("UPDATE task SET status = 'COMPLETED' WHERE id = '" + before[0].id.value + "'");
  sql("DELETE FROM work_item WHERE kind = 'export'");
  sql("UPDATE work_item SET state = 'ready', finished_at = NULL WHERE kind = 'run' AND subject_id "
      "= '" +
      first.value + "'");
  process();
  EXPECT_EQ(tasks_of(first).size(), 2U);
  EXPECT_EQ(tasks_stored(), "2");
  EXPECT_EQ(run(first).status, RunStatus::Completed);
}

}  // namespace
}  // namespace assay::test
