// SPDX-License-Identifier: Apache-2.0
// Runs judged by a language model: what is recorded, what a fault of the model means for the run,
// and that waiting for it delays nothing else.
#include <algorithm>
#include <thread>

#include "db/store/runs/run_trace.hpp"
#include "pipeline/jobs/daemon/daemon.hpp"
#include "pipeline/llm/client.hpp"
#include "pipeline/llm/verdict.hpp"
#include "tests/jobs/llm_fixture.hpp"

namespace assay::test {
namespace {

using namespace std::chrono_literals;

TEST_F(LlmRun, RecordsVerdictsCostsAndEveryWordExchanged) {
  serve([](const ModelExchange& exchange) { exchange.say(grounded_answer(exchange, 0.9)); });
  const RunId id = start_llm({"accounts are reviewed", "backups of accounts"});
  process();
  EXPECT_EQ(run(id).status, RunStatus::Completed);
  for (const Assessment& assessment : assessments_of(id)) {
    EXPECT_EQ(assessment.status, AssessmentStatus::Complete) << assessment.reasoning;
    ASSERT_EQ(assessment.citations.size(), 1U);
    const Json usage = assessment.details.get("llm");
    EXPECT_EQ(usage.get("model").as_string(), "made-up-model");
    EXPECT_EQ(usage.get("answeredBy").as_string(), "made-up-model-2026-11");
    EXPECT_EQ(usage.get("tokensIn").as_integer(), 1000);
    EXPECT_DOUBLE_EQ(usage.get("costUsd").as_number().value_or(0), 0.004);
  }
  const Json totals = steps_of(id)[3].output_refs.get("llm");
  EXPECT_EQ(totals.get("calls").as_integer(), 2);
  EXPECT_EQ(totals.get("tokensOut").as_integer(), 400);
  EXPECT_DOUBLE_EQ(totals.get("costUsd").as_number().value_or(0), 0.008);
  const Json snapshot = snapshot_of(id);
  EXPECT_EQ(snapshot.get("evaluator").get("model").as_string(), "made-up-model");
  EXPECT_EQ(snapshot.get("run").get("evaluatorModel").as_string(), "made-up-model");
  const Json exchanges = snapshot.get("modelExchanges");
  ASSERT_EQ(exchanges.size(), 2U);
  const auto request = exchanges.at(0).get("request").as_string().value_or("");
  EXPECT_NE(request.find("Accounts are reviewed each quarter"), std::string::npos);
  EXPECT_NE(exchanges.at(0).get("response").as_string().value_or("").find("It is written there"),
            std::string::npos);
  EXPECT_EQ(snapshot.dump().find(kKey), std::string::npos);
  EXPECT_EQ(sql("SELECT string_agg(s::text, '') AS v FROM run_span s").find(kKey),
            std::string::npos);
}

// From the frozen text alone, since the model may be gone by then.
TEST_F(LlmRun, ItsSnapshotGivesTheVerdictAgainWithoutTheModel) {
  serve([](const ModelExchange& exchange) {
    if (exchange.number() == 1) return exchange.say("Certainly! Here is my answer.");
    exchange.say(grounded_answer(exchange, 0.83));
  });
  const RunId id = start_llm({"accounts are reviewed"});
  process();
  server_.reset();
  const Json snapshot = snapshot_of(id);
  const Json exchanges = snapshot.get("modelExchanges");
  ASSERT_EQ(exchanges.size(), 2U);
  EXPECT_EQ(exchanges.at(0).get("error").as_string(), "llm_bad_output");
  EXPECT_EQ(exchanges.at(1).get("error").as_string(), "");
  const auto answer = llm::read_answer(exchanges.at(1).get("response").as_string().value_or(""));
  const auto reply = llm::read_reply(answer.content.value_or(""));
  ASSERT_TRUE(reply);
  std::vector<assess::Candidate> evidence;
  const Json chunks = snapshot.get("chunks");
  for (const std::string& key : chunks.keys()) {
    assess::Candidate candidate;
    candidate.chunk.value = key;
    candidate.document.value = chunks.get(key).get("documentId").as_string().value_or("");
    candidate.content = chunks.get(key).get("content").as_string().value_or("");
    evidence.push_back(candidate);
  }
  const auto verdict = llm::verdict_of(*reply, "accounts are reviewed", evidence);
  const Json frozen = snapshot.get("assessments").at(0);
  EXPECT_EQ(frozen.get("confidence").as_number(), verdict.confidence);
  ASSERT_EQ(verdict.citations.size(), 1U);
  EXPECT_EQ(frozen.get("citations").at(0).get("text").as_string(), verdict.citations[0].text);
  EXPECT_EQ(frozen.get("citations").at(0).get("chunkId").as_string(),
            verdict.citations[0].chunk.value);
  EXPECT_EQ(frozen.get("details").get("subchecks").canonical(),
            verdict.details.get("subchecks").canonical());
}

TEST_F(LlmRun, HasASpanForEveryCall) {
  serve([](const ModelExchange& exchange) {
    if (exchange.number() == 1) return exchange.answer(503, "busy");
    exchange.say(grounded_answer(exchange, 0.5));
  });
  const RunId id = start_llm({"accounts are reviewed"});
  process();
  const auto seen = read([&](pg::Tx& tx) {
    return store::run_trace::trace_of(tx, runs::find(tx, tenant_, id).value());
  });
  std::vector<trace::Span> calls;
  std::string requirement;
  for (const auto& one : seen) {
    if (one.span->name == trace::kLlmSpan) calls.push_back(*one.span);
    if (one.span->name == trace::kRequirementSpan) requirement = one.span->span_id;
  }
  ASSERT_EQ(calls.size(), 2U);
  for (const trace::Span& call : calls) {
    EXPECT_EQ(call.parent_span_id, requirement);
    EXPECT_EQ(call.kind, trace::Kind::Client);
    EXPECT_EQ(call.attributes.get("llm.model").as_string(), "made-up-model");
    EXPECT_EQ(call.dropped_attributes, 0);
  }
  EXPECT_EQ(calls[0].status, trace::Status::Error);
  EXPECT_EQ(calls[0].status_message, "The language model could not be reached (HTTP 503)");
  EXPECT_EQ(calls[1].attributes.get("llm.tokens.in").as_integer(), 1000);
  EXPECT_EQ(calls[1].attributes.get("llm.cost.usd").as_number(), 0.004);
}

TEST_F(LlmRun, ARequirementWhoseModelHangsIsFailedInTimeAndTheRunGoesOn) {
  serve([](const ModelExchange& exchange) {
    if (title_in(exchange).find("hangs") != std::string::npos) return exchange.linger(20'000);
    exchange.say(grounded_answer(exchange, 0.9));
  });
  config_.requirement_timeout = 2s;
  const RunId id = start_llm({"accounts hangs", "accounts are reviewed", "accounts of owners"});
  process();
  const auto found = assessments_of(id);
  EXPECT_EQ(found[0].status, AssessmentStatus::Failed);
  EXPECT_EQ(found[0].details.get("error").get("code").as_string(), "timeout");
  EXPECT_EQ(found[0].details.get("llm").get("calls").as_integer(), 1);
  EXPECT_NEAR(static_cast<double>(found[0].duration_ms), 2000, 500);
  EXPECT_EQ(found[1].status, AssessmentStatus::Complete);
  EXPECT_EQ(found[2].status, AssessmentStatus::Complete);
  const runs::Run ended = run(id);
  EXPECT_EQ(ended.status, RunStatus::Completed);
  ASSERT_TRUE(ended.failure_reason);
  EXPECT_NE(ended.failure_reason->find("within 2 s"), std::string::npos) << *ended.failure_reason;
  EXPECT_EQ(steps_of(id)[3].error_details, ended.failure_reason);
}

TEST_F(LlmRun, AFailedRequirementIsNeverShownAsMissing) {
  serve([](const ModelExchange& exchange) {
    const std::string title = title_in(exchange);
    if (title.find("garbage") != std::string::npos) return exchange.say("no");
    if (title.find("limit") != std::string::npos) {
      return exchange.answer(429, "{}", "Retry-After: 3600\r\n");
    }
    exchange.say(grounded_answer(exchange, 0.9));
  });
  config_.llm.max_concurrency = 1;  // in order: the limit would apply to all that follow
  client_ = std::make_unique<llm::Client>(config_.llm);
  services_.evaluators["llm"] = jobs::evaluators_with(client_.get()).at("llm");
  const RunId id = start_llm({"accounts good", "accounts garbage", "accounts limit"});
  process();
  const auto found = assessments_of(id);
  EXPECT_EQ(found[0].status, AssessmentStatus::Complete);
  const auto code = [](const Assessment& one) {
    return one.details.get("error").get("code").as_string().value_or("none");
  };
  EXPECT_EQ(code(found[1]), "llm_bad_output");
  EXPECT_EQ(code(found[2]), "llm_rate_limited");
  for (const auto& one : {found[1], found[2]}) {
    EXPECT_EQ(one.status, AssessmentStatus::Failed);
    EXPECT_EQ(one.confidence, 0);
    EXPECT_EQ(one.citations.size(), 0U);
  }
  EXPECT_EQ(count("task WHERE requirement_id IN ('1.2', '2.1')", id), "0");
}

TEST_F(LlmRun, TheForcedTimeoutHoldsForTheModelToo) {
  serve([](const ModelExchange& exchange) { exchange.say(grounded_answer(exchange, 0.9)); });
  config_.dev_timeout_requirement = "1.2";
  const RunId id = start_llm({"accounts are reviewed", "accounts of owners"});
  process();
  const auto found = assessments_of(id);
  EXPECT_EQ(found[0].status, AssessmentStatus::Complete);
  EXPECT_EQ(found[1].status, AssessmentStatus::Failed);
  EXPECT_EQ(found[1].details.get("error").get("code").as_string(), "timeout");
}

TEST_F(LlmRun, AnotherModelThanThePinnedOneIsRefused) {
  serve([](const ModelExchange& exchange) { exchange.say("unused"); });
  static_cast<void>(start_llm({"accounts"}, "another-model"));
  const auto claimed = claim();
  EXPECT_THROW(with(*claimed, jobs::process_run), jobs::JobFailure);
  EXPECT_EQ(server_->requests(), 0U);
}

TEST_F(LlmRun, HasAsManyUnderWayAsThereArePlacesAndHoldsNoTransaction) {
  std::atomic<int> idle_in_transaction{0};
  serve([&](const ModelExchange& exchange) {
    // The first four are in progress together, and no result is being saved at that moment.
    std::this_thread::sleep_for(exchange.number() < 4    ? 400ms
                                : exchange.number() == 4 ? 150ms
                                                         : 30ms);
    if (exchange.number() == 4) {
      pg::Connection super = TempDatabase::shared().connect("super");
      const pg::Rows rows = super.run(
          "SELECT count(*) AS v FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' "
          "AND state_change < clock_timestamp() - interval '100 ms'");  // not between two
                                                                        // statements
      idle_in_transaction = static_cast<int>(rows[0].integer("v"));
    }
    exchange.say(grounded_answer(exchange, 0.9));
  });
  std::vector<std::string> titles;
  for (int i = 0; i < 16; ++i) titles.push_back("accounts part " + std::to_string(i));
  const RunId id = start_llm(titles);
  process();
  EXPECT_EQ(run(id).counts[AssessmentStatus::Complete], 16);
  EXPECT_EQ(server_->max_at_once(), 4);
  EXPECT_EQ(idle_in_transaction, 0);
}

TEST_F(LlmRun, AnInterruptedRunLeavesAtOnceAndIsResumed) {
  std::atomic<bool> hang{true};
  serve([&](const ModelExchange& exchange) {
    if (hang && exchange.number() > 1) return exchange.linger(20'000);
    exchange.say(grounded_answer(exchange, 0.9));
  });
  const RunId id = start_llm({"accounts 1", "accounts 2", "accounts 3"});
  const auto claimed = claim();
  std::jthread stopper([this] {
    while (server_->requests() < 3) std::this_thread::sleep_for(5ms);
    interrupt_ = true;
  });
  const auto from = std::chrono::steady_clock::now();
  EXPECT_THROW(with(*claimed, jobs::process_run), jobs::Interrupted);
  EXPECT_LT(std::chrono::steady_clock::now() - from, 3s);
  interrupt_ = false;
  hang = false;
  with(*claimed, jobs::process_run);
  EXPECT_EQ(run(id).counts[AssessmentStatus::Complete], 3);
  EXPECT_EQ(count("llm_exchange WHERE error_code = ''", id), "3");
}

TEST_F(LlmRun, WaitingForTheModelKeepsNoDocumentWaiting) {
  serve([](const ModelExchange& exchange) { exchange.linger(20'000); });
  config_.workers = 1;
  config_.requirement_timeout = 60s;
  jobs::Daemon daemon(services_);
  daemon.start();
  const auto becomes = [](const std::string& query, const std::string& value) {
    for (int i = 0; i < 500 && sql(query) != value; ++i) std::this_thread::sleep_for(10ms);
    return sql(query) == value;
  };
  const std::string running = "SELECT count(*) AS v FROM work_item WHERE state = 'running'";
  for (int i = 1; i <= 5; ++i) {
    static_cast<void>(start_llm({"accounts are reviewed"}));
    EXPECT_TRUE(becomes(running, std::to_string(std::min(i, jobs::kWaitingRuns - 1))));
  }
  const auto is_read = [&](const DocumentId& id) {
    return becomes("SELECT status AS v FROM document WHERE id = '" + id.value + "'", "READY");
  };
  EXPECT_TRUE(is_read(upload("urgent.txt", "Something else to read.")));
  EXPECT_TRUE(becomes(running, "3")) << "two runs of the tenant wait their turn";
  tenant_ = new_tenant();
  EXPECT_TRUE(is_read(upload("other.txt", "Accounts are reviewed by others.")));
  static_cast<void>(start_llm({"accounts are reviewed"}));
  EXPECT_TRUE(becomes(running, "4")) << "one place is for other tenants";
  EXPECT_TRUE(daemon.drain(50ms)) << "those that wait give their runs back";
  EXPECT_EQ(sql("SELECT count(*) AS v FROM work_item WHERE state = 'ready' AND attempts = 0"), "6");
}

TEST_F(LlmRun, ASecondOpinionThatDiffersIsFlagged) {
  serve([](const ModelExchange& exchange) { exchange.say(grounded_answer(exchange, 0.99)); });
  config_.llm.second_opinion = true;
  client_ = std::make_unique<llm::Client>(config_.llm);
  services_.evaluators["llm"] = jobs::evaluators_with(client_.get()).at("llm");
  const RunId id = start_llm({"Penetration tests of all accounts are done by an outside firm."});
  process();
  const Assessment found = assessments_of(id)[0];
  EXPECT_EQ(found.status, AssessmentStatus::Complete);
  const Json opinion = found.details.get("secondOpinion");
  EXPECT_EQ(opinion.get("evaluator").as_string(), "builtin");
  EXPECT_EQ(opinion.get("agrees").as_bool(), false);
  EXPECT_EQ(found.details.get("needsReview").as_bool(), true);
}

}  // namespace
}  // namespace assay::test
