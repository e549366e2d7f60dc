// SPDX-License-Identifier: Apache-2.0
// Runs: six steps, failures that stop nothing, resuming, and the frozen record.
#include "pipeline/jobs/run_job.hpp"

#include "core/digest.hpp"
#include "db/store/assessments.hpp"
#include "db/store/snapshots.hpp"
#include "db/store/tasks.hpp"
#include "pipeline/jobs/outcome.hpp"
#include "tests/jobs/jobs_fixture.hpp"

namespace assay::test {
namespace {

namespace assessments = store::assessments;
namespace runs = store::runs;
using assessments::Assessment;

class RunJob : public Jobs {
 protected:
  RunJob() {
    policy_ = ready_document("policy.txt", "Accounts are reviewed each quarter by the owner.");
    backup_ = ready_document("backup.txt", "Backups of accounts are taken every night.");
  }
  RunId start(const std::vector<std::string>& titles) {
    pack_ = new_pack(tenant_, titles);
    return new_run(tenant_, pack_, std::string(embedder_.model_id()));
  }
  void process() { with(*claim(), jobs::process_run); }
  std::vector<Assessment> assessments_of(const RunId& id) {
    return read([&](pg::Tx& tx) { return assessments::list(tx, tenant_, id); });
  }
  std::vector<runs::Step> steps_of(const RunId& id) {
    return read([&](pg::Tx& tx) { return runs::steps(tx, tenant_, id); });
  }
  Json snapshot_of(const RunId& id) {
    const auto stored = read([&](pg::Tx& tx) { return store::snapshots::find(tx, tenant_, id); });
    EXPECT_TRUE(stored);
    return stored ? Json::parse(stored->content).value() : Json();
  }

  DocumentId policy_;
  DocumentId backup_;
  BoundPack pack_;
};

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

TEST_F(RunJob, ARequirementThatFailsDoesNotStopTheOthers) {
  const RunId id = start({"throws", "accounts complete", "out of range"});
  process();
  const auto found = assessments_of(id);
  EXPECT_EQ(found[0].status, AssessmentStatus::Failed);
  EXPECT_EQ(found[0].confidence, 0);
  EXPECT_EQ(found[0].citations.size(), 0U);
  EXPECT_EQ(found[0].reasoning.find("secret"), std::string::npos) << "no internals for people";
  EXPECT_EQ(found[1].status, AssessmentStatus::Complete);
  EXPECT_EQ(found[2].status, AssessmentStatus::Failed) << "1.5 is no confidence";
  const runs::Run ended = run(id);
  EXPECT_EQ(ended.status, RunStatus::Completed);
  ASSERT_TRUE(ended.failure_reason);
  EXPECT_NE(ended.failure_reason->find("1.1"), std::string::npos);
  EXPECT_EQ(steps_of(id)[3].error_details, ended.failure_reason);
  EXPECT_EQ(snapshot_of(id).get("run").get("failureReason").as_string(), ended.failure_reason);
}

TEST_F(RunJob, WithAllRequirementsFailedTheRunFails) {
  const RunId id = start({"throws", "throws too"});
  const auto claimed = claim();
  try {
    with(*claimed, jobs::process_run);
    FAIL();
  } catch (const jobs::JobFailure& failure) {
    ASSERT_TRUE(jobs::fail_for_good(pipeline_, *claimed, failure.code(), failure.reason()));
  }
  const runs::Run ended = run(id);
  EXPECT_EQ(ended.status, RunStatus::Failed);
  ASSERT_TRUE(ended.failure_reason);
  EXPECT_EQ(steps_of(id)[3].status, StepStatus::Failed);
  EXPECT_EQ(steps_of(id)[3].error_details, ended.failure_reason);
  EXPECT_EQ(steps_of(id)[4].status, StepStatus::NotExecuted);
  EXPECT_EQ(assessments_of(id).size(), 2U);
}

TEST_F(RunJob, TheForcedTimeoutFailsThatRequirementAlone) {
  config_.dev_timeout_requirement = "1.2";
  const RunId id = start({"accounts complete", "accounts complete too", "accounts missing"});
  process();
  const auto found = assessments_of(id);
  EXPECT_EQ(found[0].status, AssessmentStatus::Complete);
  EXPECT_EQ(found[1].status, AssessmentStatus::Failed);
  EXPECT_NE(found[1].reasoning.find("1 ms"), std::string::npos);
  EXPECT_EQ(found[1].details.get("error").get("code").as_string(), "timeout");
  EXPECT_EQ(found[2].status, AssessmentStatus::Missing);
}

TEST_F(RunJob, AnEvaluationThatEndsTooLateIsATimeout) {
  config_.requirement_timeout = std::chrono::milliseconds(120);
  const RunId id = start({"complete but dies late", "accounts complete"});
  process();
  EXPECT_EQ(assessments_of(id)[0].status, AssessmentStatus::Failed);
  EXPECT_EQ(assessments_of(id)[1].status, AssessmentStatus::Complete);
}

TEST_F(RunJob, ACitationThatDoesNotStandInItsChunkIsDropped) {
  const RunId id = start({"accounts complete lies"});
  process();
  const auto found = assessments_of(id);
  ASSERT_EQ(found[0].citations.size(), 1U);
  EXPECT_NE(found[0].citations.at(0).get("text").as_string(), "never written");
  EXPECT_EQ(steps_of(id)[3].output_refs.get("droppedCitationCount").as_integer(), 1);
}

// The worker dies over the second requirement; the next one does the rest and no more.
TEST_F(RunJob, AResumedRunKeepsWhatWasDone) {
  const RunId id = start({"accounts complete", "accounts partial", "accounts missing"});
  std::atomic<int> evaluated{0};
  before_evaluation_ = [&](const auto&) {
    if (++evaluated == 2) interrupt_ = true;
  };
  const auto claimed = claim();
  EXPECT_THROW(with(*claimed, jobs::process_run), jobs::Interrupted);
  interrupt_ = false;
  // What the killed worker had saved, whatever that was, plus one for certain.
  if (assessments_of(id).empty()) {
    Assessment saved;
    saved.id = AssessmentId::fresh();
    saved.run = id;
    saved.requirement = pack_.requirements[0].id;
    saved.status = AssessmentStatus::Complete;
    saved.confidence = 0.9;
    saved.reasoning = "Saved before.";
    saved.citations = Json::array();
    saved.details = Json::object();
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    ASSERT_TRUE(assessments::insert(tx, tenant_, saved));
    tx.commit();
  }
  const auto kept = assessments_of(id);
  const auto steps_before = steps_of(id);
  evaluated = 10;
  with(*claimed, jobs::process_run);
  EXPECT_EQ(run(id).status, RunStatus::Completed);
  const auto after = assessments_of(id);
  ASSERT_EQ(after.size(), 3U);
  for (const Assessment& one : kept) {
    EXPECT_TRUE(std::any_of(after.begin(), after.end(),
                            [&one](const Assessment& other) { return other.id == one.id; }));
  }
  EXPECT_EQ(evaluated - 10, static_cast<int>(3 - kept.size()));
  EXPECT_EQ(steps_of(id)[0].completed_at, steps_before[0].completed_at);
  EXPECT_EQ(steps_of(id)[2].completed_at, steps_before[2].completed_at);
}

TEST_F(RunJob, ADocumentDeletedSinceIsNotedAndTheRunGoesOn) {
  const RunId id = start({"accounts complete", "accounts missing"});
  sql("DELETE FROM document WHERE id = '" + backup_.value + "'");
  process();
  EXPECT_EQ(run(id).status, RunStatus::Completed);
  EXPECT_EQ(steps_of(id)[0].output_refs.get("deletedDocumentIds").at(0).as_string(), backup_.value);
  const auto found = assessments_of(id);
  EXPECT_NE(found[1].reasoning.find("backup.txt"), std::string::npos);
  EXPECT_EQ(found[1].details.get("skippedDocuments").at(0).get("documentId").as_string(),
            backup_.value);
  EXPECT_EQ(found[0].citations.at(0).get("documentId").as_string(), policy_.value);
}

TEST_F(RunJob, ADocumentThatChangedFailsTheRun) {
  const RunId id = start({"accounts complete"});
  sql("DELETE FROM chunk WHERE document_id = '" + backup_.value + "'");
  const auto claimed = claim();
  try {
    with(*claimed, jobs::process_run);
    FAIL() << "a document that lost its chunks is no evidence";
  } catch (const jobs::JobFailure& failure) {
    EXPECT_EQ(failure.code(), "evidence_changed");
    EXPECT_NE(failure.reason().find("backup.txt"), std::string::npos);
  }
  EXPECT_TRUE(assessments_of(id).empty());
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

TEST_F(RunJob, CancelledOnTheWayItWritesNothingMore) {
  const RunId id = start({"accounts complete", "accounts partial", "accounts missing"});
  std::once_flag once;
  before_evaluation_ = [&](const auto&) {
    std::call_once(once, [&] {
      pg::Connection api = TempDatabase::shared().connect("assay_api");
      pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
      store::work::drop(tx, tenant_, store::work::Kind::Run, id.value);
      EXPECT_TRUE(runs::cancel(tx, tenant_, id));
      tx.commit();
    });
  };
  const auto claimed = claim();
  EXPECT_THROW(with(*claimed, jobs::process_run), jobs::ClaimLost);
  EXPECT_EQ(run(id).status, RunStatus::Cancelled);
  EXPECT_TRUE(assessments_of(id).empty());
  EXPECT_EQ(steps_of(id)[3].error_details, "cancelled");
  EXPECT_EQ(steps_of(id)[4].status, StepStatus::NotExecuted);
}

TEST_F(RunJob, ARunThatIsOverIsLeftAlone) {
  const RunId id = start({"accounts complete"});
  {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite, tenant_);
    ASSERT_TRUE(runs::cancel(tx, tenant_, id));
    tx.commit();
  }
  process();
  EXPECT_EQ(run(id).status, RunStatus::Cancelled);
  EXPECT_EQ(sql("SELECT state AS v FROM work_item WHERE kind = 'run'"), "done");
}

TEST_F(RunJob, AnotherModelThanThePinnedOneIsRefused) {
  pack_ = new_pack(tenant_, {"accounts complete"});
  static_cast<void>(new_run(tenant_, pack_, "another-model@9"));
  const auto claimed = claim();
  EXPECT_THROW(with(*claimed, jobs::process_run), jobs::JobFailure);
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
