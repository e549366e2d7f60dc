// SPDX-License-Identifier: Apache-2.0
// Runs under faults: failing requirements, a killed worker, deleted evidence, a cancellation.
#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/jobs/job_table.hpp"
#include "tests/jobs/run_fixture.hpp"

namespace assay::test {
namespace {

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
  const jobs::JobFailure failure = failure_of(*claimed, jobs::process_run);
  ASSERT_TRUE(jobs::fail_for_good(pipeline_, *claimed, failure.code(), failure.reason()));
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

TEST_F(RunJob, TheRetrievalOfAllRequirementsIsNoTimeoutOfEach) {
  config_.requirement_timeout = std::chrono::milliseconds(900);
  const RunId id = start(std::vector<std::string>(10, "accounts complete"));
  embedder_.before = [] { std::this_thread::sleep_for(std::chrono::milliseconds(600)); };
  process();
  const auto found = assessments_of(id);
  ASSERT_EQ(found.size(), 10U);
  for (const Assessment& one : found) EXPECT_EQ(one.status, AssessmentStatus::Complete);
}

TEST_F(RunJob, ACitationThatDoesNotStandInItsChunkIsDropped) {
  const RunId id = start({"accounts complete lies"});
  process();
  const auto found = assessments_of(id);
  ASSERT_EQ(found[0].citations.size(), 1U);
  EXPECT_NE(found[0].citations.at(0).get("text").as_string(), "never written");
  EXPECT_EQ(steps_of(id)[3].output_refs.get("droppedCitationCount").as_integer(), 1);
}

TEST_F(RunJob, AResumedRunKeepsWhatWasDone) {
  const RunId id = start({"accounts complete", "accounts partial", "accounts missing"});
  std::atomic<int> evaluated{0};
  before_evaluation_ = [&](const auto&) {
    if (++evaluated == 2) interrupt_ = true;
  };
  const auto claimed = claim();
  EXPECT_THROW(with(*claimed, jobs::process_run), jobs::Interrupted);
  interrupt_ = false;
  // Ensures that the killed worker had saved at least one assessment.
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
  // A document that lost its chunks is no evidence.
  const jobs::JobFailure failure = failure_of(*claimed, jobs::process_run);
  EXPECT_EQ(failure.code(), "evidence_changed");
  EXPECT_NE(failure.reason().find("backup.txt"), std::string::npos);
  EXPECT_TRUE(assessments_of(id).empty());
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
    pg::Connection api = TempDatabase::shared().connect("assay_api");
    pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
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

}  // namespace
}  // namespace assay::test
