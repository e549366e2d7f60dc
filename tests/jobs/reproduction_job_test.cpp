// SPDX-License-Identifier: Apache-2.0
// Reproductions through the queue: the same from the snapshot alone, differences reported one by
// one, what cannot be evaluated again, taken-over claims, runs that a language model judged.
#include <mutex>
#include <set>

#include "pipeline/jobs/job_table.hpp"
#include "tests/jobs/llm_fixture.hpp"
#include "tests/jobs/reproduction_fixture.hpp"
#include "tests/support/audit_trail.hpp"

namespace assay::test {
namespace {

class ReproductionJob : public Reproducing<LlmRun> {
 protected:
  RunId completed_run() {
    const RunId id =
        start({"accounts complete", "accounts partial", "accounts missing", "throws accounts"});
    process();
    return id;
  }
  // Replaces the record with one in which everything matches, including the trail.
  static void refreeze(const RunId& id, const std::string& from, const std::string& to) {
    tamper(
        forging_functions() +
        "UPDATE run_snapshot SET content = convert_to(replace(convert_from(content, 'UTF8'), $a$" +
        from + "$a$, $a$" + to + "$a$), 'UTF8') WHERE run_id = '" + id.value +
        "'; SELECT pg_temp.refreeze('" + id.value + "')");
  }
  // Code and reason.
  std::pair<std::string, std::string> failure(const RunId& run) {
    static_cast<void>(order(run));
    try {
      process_ordered();
    } catch (const jobs::JobFailure& found) {
      return {found.code(), found.what()};
    }
    return {"it did not fail", ""};
  }
  std::string failure_of(const RunId& run) { return failure(run).first; }
};

TEST_F(ReproductionJob, GivesTheSameWithNothingOfTodayLeft) {
  const RunId id = completed_run();
  sql("DELETE FROM chunk_embedding WHERE tenant_id = '" + tenant_.value + "'");
  sql("DELETE FROM chunk WHERE tenant_id = '" + tenant_.value + "'");
  std::set<std::string> seen;
  std::mutex mutex;
  before_evaluation_ = [&](const assess::RequirementText& requirement) {
    const std::scoped_lock lock(mutex);
    seen.insert(requirement.requirement_id);
  };
  for (int twice = 0; twice < 2; ++twice) {
    seen.clear();
    const Reproduction made = reproduce(id);
    EXPECT_EQ(made.status, ReproductionStatus::Completed);
    EXPECT_EQ(made.identical, true);
    EXPECT_EQ(made.differences.dump(), "[]");
    EXPECT_EQ(seen.size(), 4U) << "each was evaluated again";
  }
}

TEST_F(ReproductionJob, TellsEveryDifference) {
  const RunId id = completed_run();
  refreeze(id, R"("complete":0.75)", R"("complete":0.95)");
  const Reproduction made = reproduce(id);
  EXPECT_EQ(made.identical, false);
  ASSERT_EQ(made.differences.size(), 1U) << made.differences.dump();
  const Json difference = made.differences.at(0);
  EXPECT_EQ(difference.get("requirementId").as_string(), "1.1");
  EXPECT_EQ(difference.get("field").as_string(), "status");
  EXPECT_EQ(difference.get("frozen").as_string(), "COMPLETE");
  EXPECT_EQ(difference.get("reproduced").as_string(), "PARTIAL");
}

TEST_F(ReproductionJob, AChangedPassageShowsInWhatRestsOnIt) {
  const RunId id = completed_run();
  refreeze(id, "Accounts are reviewed each quarter by", "Nobody reviews");
  std::set<std::string> fields;
  const Json differences = reproduce(id).differences;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    fields.insert(differences.at(i).get("field").as_string().value());
  }
  EXPECT_TRUE(fields.contains("details.inputHash"));
}

TEST_F(ReproductionJob, WhatIsNotAsItWasIsNotEvaluated) {
  const RunId id = completed_run();
  refreeze(id, R"("version":"fake")", R"("version":"another")");
  const auto [code, reason] = failure(id);
  EXPECT_EQ(code, "evaluator_unavailable");
  EXPECT_NE(reason.find("made by version another of the evaluator builtin, but this release has "
                        "version fake"),
            std::string::npos)
      << reason;
  refreeze(id, R"("version":"another")", R"("version":"fake")");
  refreeze(id, "fake-model@1", "fake-model@2");
  EXPECT_EQ(failure_of(id), "model_unavailable");
  refreeze(id, "fake-model@2", "fake-model@1");
  refreeze(id, "assay-snapshot/1", "assay-snapshot/0");
  EXPECT_EQ(failure_of(id), "snapshot_unreadable");
  tamper("UPDATE run SET snapshot_hash = repeat('0', 64) WHERE id = '" + id.value + "'");
  EXPECT_EQ(failure_of(id), "snapshot_integrity");
}

TEST_F(ReproductionJob, IsDoneAnewAfterAWorkerDiedAndOnlyByWhoHoldsIt) {
  const ReproductionId id = order(completed_run());
  const auto claimed = claim().value();
  sql("UPDATE work_item SET fence = fence + 1 WHERE kind = 'reproduction'");
  EXPECT_THROW(with(claimed, jobs::process_reproduction), jobs::ClaimLost);
  EXPECT_EQ(record_of(id).status, ReproductionStatus::Queued);
  sql("UPDATE work_item SET state = 'ready', lease_until = NULL WHERE kind = 'reproduction'");
  sql("UPDATE reproduction SET status = 'IN_PROGRESS' WHERE id = '" + id.value + "'");
  process_ordered();
  EXPECT_EQ(record_of(id).status, ReproductionStatus::Completed);
}

TEST_F(ReproductionJob, AFailureTellsAPersonWhy) {
  const ReproductionId id = order(completed_run());
  const auto claimed = claim().value();
  ASSERT_TRUE(jobs::fail_for_good(pipeline_, claimed, jobs::kInternalCode,
                                  jobs::job_of(store::work::Kind::Reproduction).internal_reason));
  const Reproduction failed = record_of(id);
  EXPECT_EQ(failed.status, ReproductionStatus::Failed);
  EXPECT_FALSE(failed.identical);
  EXPECT_TRUE(failed.failure_reason.value().starts_with("Evaluating the run again"));
  EXPECT_EQ(sql("SELECT count(*) AS v FROM audit_log WHERE action = 'reproduction.failed' AND "
                "object_id = '" +
                id.value + "'"),
            "1");
}

TEST_F(ReproductionJob, OfAModelReadsItsRecordedAnswersAgainAndAsksNobody) {
  config_.llm.second_opinion = true;
  serve([](const ModelExchange& exchange) {
    if (title_in(exchange).find("refused") != std::string::npos) return exchange.answer(400, "no");
    exchange.say(grounded_answer(exchange, 0.9));
  });
  services_.evaluators = jobs::evaluators_with(client_.get());
  const RunId id = start_llm({"accounts are reviewed complete", "accounts are refused complete"});
  process();
  ASSERT_EQ(assessments_of(id)[0].status, AssessmentStatus::Complete);
  ASSERT_EQ(assessments_of(id)[1].status, AssessmentStatus::Failed);
  const std::size_t asked = server_->requests();
  services_.evaluators.erase("llm");
  const Reproduction same = reproduce(id);
  EXPECT_EQ(same.status, ReproductionStatus::Completed);
  EXPECT_EQ(same.differences.dump(), "[]");
  EXPECT_EQ(server_->requests(), asked);
  refreeze(id, R"(\\\"confidence\\\":0.9)", R"(\\\"confidence\\\":0.2)");
  EXPECT_EQ(reproduce(id).identical, false) << "the record says something else than the verdict";
}

}  // namespace
}  // namespace assay::test
