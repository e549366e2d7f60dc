// SPDX-License-Identifier: Apache-2.0
// Successful runs: six steps with their records, tasks, and the frozen record.
#include "core/base/digest.hpp"
#include "db/store/runs/tasks.hpp"
#include "tests/jobs/run_fixture.hpp"

namespace assay::test {
namespace {

TEST_F(RunJob, EndsCompletedWithEveryStepAndRecord) {
  const RunId id = start({"accounts complete", "accounts partial", "accounts missing"});
  process();
  const runs::Run ended = run(id);
  EXPECT_EQ(ended.status, RunStatus::Completed);
  EXPECT_FALSE(ended.failure_reason);
  EXPECT_EQ(ended.requirements_done(), 3);
  for (const runs::Step& step : steps_of(id)) {
    EXPECT_EQ(step.status, StepStatus::Completed) << to_text(step.name);
    EXPECT_TRUE(step.started_at && step.completed_at) << to_text(step.name);
    EXPECT_FALSE(step.error_details);
    EXPECT_GT(step.output_refs.size(), 0U) << to_text(step.name);
  }
  const auto found = assessments_of(id);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].status, AssessmentStatus::Complete);
  EXPECT_EQ(found[1].status, AssessmentStatus::Partial);
  EXPECT_EQ(found[2].status, AssessmentStatus::Missing);
  EXPECT_EQ(found[0].citations.size(), 1U);
  EXPECT_EQ(sql("SELECT state AS v FROM work_item WHERE kind = 'run'"), "done");
  EXPECT_EQ(
      sql("SELECT count(*) AS v FROM audit_log WHERE action = 'run.completed' AND run_id = '" +
          id.value + "'"),
      "1");
}

TEST_F(RunJob, TasksForWhatIsPartialOrMissingOnly) {
  const RunId id = start({"accounts complete", "accounts partial", "throws", "accounts missing"});
  process();
  const auto tasks = read([&](pg::Tx& tx) { return store::tasks::of_run(tx, tenant_, id); });
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].requirement_id, "1.2");
  EXPECT_EQ(tasks[1].requirement_id, "2.2");
  EXPECT_EQ(tasks[0].status, TaskStatus::Pending);
  EXPECT_FALSE(tasks[0].title.empty());
}

TEST_F(RunJob, TheSnapshotHoldsWhatTheResultRestsOn) {
  const RunId id = start({"accounts complete", "accounts partial"});
  process();
  const auto stored = read([&](pg::Tx& tx) { return store::snapshots::find(tx, tenant_, id); });
  ASSERT_TRUE(stored);
  EXPECT_EQ(sha256_hex(stored->content), stored->hash);
  const runs::Run ended = run(id);
  EXPECT_EQ(ended.snapshot_status, SnapshotStatus::Captured);
  EXPECT_EQ(ended.snapshot_hash, stored->hash);
  EXPECT_EQ(ended.completed_at, stored->captured_at);
  const Json json = Json::parse(stored->content).value();
  EXPECT_EQ(json.canonical(), stored->content) << "canonical bytes";
  EXPECT_EQ(json.get("format").as_string(), "assay-snapshot/1");
  EXPECT_EQ(json.get("run").get("status").as_string(), "COMPLETED");
  EXPECT_EQ(json.get("run").get("completedAt").as_string(), to_iso8601(*ended.completed_at));
  EXPECT_EQ(json.get("run").get("counts").get("PARTIAL").as_integer(), 1);
  EXPECT_EQ(json.get("evaluator").get("version").as_string(), "fake");
  EXPECT_EQ(json.get("documents").size(), 2U);
  EXPECT_EQ(json.get("requirements").size(), 2U);
  EXPECT_EQ(json.get("criteria").size(), 1U);
  EXPECT_EQ(json.get("tasks").size(), 1U);
  const auto found = assessments_of(id);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Json input = json.get("inputs").at(i);
    EXPECT_EQ(input.get("complete").as_bool(), true);
    EXPECT_EQ(input.get("inputHash").as_string(), found[i].details.get("inputHash").as_string());
    for (std::size_t c = 0; c < input.get("candidates").size(); ++c) {
      const auto chunk = input.get("candidates").at(c).get("chunkId").as_string().value();
      EXPECT_TRUE(json.get("chunks").get(chunk).get("content").as_string());
    }
    EXPECT_EQ(json.get("assessments").at(i).get("id").as_string(), found[i].id.value);
  }
}

TEST_F(RunJob, EveryChunkOfADocumentIsInTheSnapshotByItsHash) {
  const RunId id = start({"accounts complete"});
  process();
  const Json documents = snapshot_of(id).get("documents");
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const Json document = documents.at(i);
    ASSERT_EQ(static_cast<std::int64_t>(document.get("chunks").size()),
              document.get("chunkCount").as_integer());
    const Json chunk = document.get("chunks").at(0);
    EXPECT_EQ(sql("SELECT encode(sha256(convert_to(content, 'UTF8')), 'hex') AS v FROM chunk "
                  "WHERE id = '" +
                  chunk.get("id").as_string().value() + "'"),
              chunk.get("sha256").as_string());
  }
}

TEST_F(RunJob, WithoutAnyDocumentEverythingIsMissingAndSaysWhy) {
  sql("DELETE FROM document WHERE tenant_id = '" + tenant_.value + "'");
  const RunId id = start({"accounts complete", "accounts missing"});
  process();
  EXPECT_EQ(run(id).status, RunStatus::Completed);
  for (const Assessment& one : assessments_of(id)) {
    EXPECT_EQ(one.status, AssessmentStatus::Missing);
    EXPECT_NE(one.reasoning.find("no evidence"), std::string::npos);
    EXPECT_EQ(one.citations.size(), 0U);
  }
}

TEST_F(RunJob, WithoutCaptureTheRunIsLegacy) {
  config_.snapshot_capture = false;
  const RunId id = start({"accounts complete"});
  process();
  EXPECT_EQ(run(id).status, RunStatus::Completed);
  EXPECT_EQ(run(id).snapshot_status, SnapshotStatus::Legacy);
  EXPECT_FALSE(run(id).snapshot_hash);
  EXPECT_FALSE(read([&](pg::Tx& tx) { return store::snapshots::find(tx, tenant_, id); }));
}

TEST_F(RunJob, ARunWithoutAModelIsPinnedToThePipelines) {
  pack_ = new_pack(tenant_, {"accounts complete"});
  const RunId id = new_run(tenant_, pack_, "");
  process();
  EXPECT_EQ(run(id).model, embedder_.model_id());
  EXPECT_EQ(run(id).status, RunStatus::Completed);
}

}  // namespace
}  // namespace assay::test
