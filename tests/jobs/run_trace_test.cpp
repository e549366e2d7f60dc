// SPDX-License-Identifier: Apache-2.0
// The spans of a run: all of them, once each, however the run ended, and ready for export.
#include "db/store/run_trace.hpp"

#include <algorithm>

#include "core/trace/trace.hpp"
#include "pipeline/jobs/job_table.hpp"
#include "pipeline/trace/otlp.hpp"
#include "tests/jobs/run_fixture.hpp"

namespace assay::test {
namespace {

using store::run_trace::Seen;

class RunTrace : public RunJob {
 protected:
  RunTrace() { static_cast<void>(take(10'000)); }  // left by earlier tests

  std::vector<Seen> trace_of(const RunId& id) {
    return read([&](pg::Tx& tx) {
      return store::run_trace::trace_of(tx, runs::find(tx, tenant_, id).value());
    });
  }
  // The ended spans, by name.
  std::map<std::string, std::vector<trace::Span>> spans_of(const RunId& id) {
    std::map<std::string, std::vector<trace::Span>> by_name;
    for (const Seen& seen : trace_of(id)) {
      if (seen.ended) by_name[seen.span->name].push_back(*seen.span);
    }
    return by_name;
  }
  std::vector<trace::CleanSpan> take(int most) {
    pg::Tx tx(pipeline_, pg::Access::ReadWrite);
    auto taken = store::spans::take_outbox(tx, most);
    tx.commit();
    return taken;
  }
  void cancel(const RunId& id) {
    pg::Connection api = TempDatabase::shared().connect("assay_api");
    pg::Tx tx(api, pg::Access::ReadWrite, tenant_);
    store::work::drop(tx, tenant_, store::work::Kind::Run, id.value);
    ASSERT_TRUE(runs::cancel(tx, tenant_, id));
    tx.commit();
  }
};

TEST_F(RunTrace, HasTheRunItsStepsAndEachRequirement) {
  const RunId id = start({"accounts complete", "accounts partial"});
  process();
  const runs::Run record = run(id);
  auto spans = spans_of(id);
  ASSERT_EQ(spans.size(), 8U);
  const trace::Span root = spans["run"].at(0);
  EXPECT_EQ(root.span_id, record.root_span_id);
  EXPECT_EQ(root.trace_id, record.trace_id);
  EXPECT_FALSE(root.parent_span_id);
  EXPECT_EQ(root.status, trace::Status::Ok);
  EXPECT_EQ(root.attributes.get("run.id").as_string(), id.value);
  EXPECT_EQ(root.attributes.get("tenant.id").as_string(), tenant_.value);
  EXPECT_EQ(root.attributes.get("run.trigger_type").as_string(), "manual");
  for (const runs::Step& step : steps_of(id)) {
    const trace::Span& span = spans[trace::step_span_name(to_text(step.name))].at(0);
    EXPECT_EQ(span.span_id, step.span_id);
    EXPECT_EQ(span.parent_span_id, root.span_id);
    EXPECT_EQ(span.started_at, step.started_at);
    EXPECT_EQ(span.ended_at, step.completed_at);
    EXPECT_EQ(span.attributes.get("step.name").as_string(), to_text(step.name));
    EXPECT_TRUE(span.attributes.get("latency.ms").is_integer());
  }
  EXPECT_EQ(spans["step.INGESTION"][0].attributes.get("evidence.document_ids").size(), 2U);
  EXPECT_EQ(spans["step.ASSESSMENT"][0].attributes.get("assessment.ids").size(), 2U);
  EXPECT_EQ(spans["step.TASK_GENERATION"][0].attributes.get("task.ids").size(), 1U);
  EXPECT_EQ(spans["step.EXPORT"][0].attributes.get("export.ids").size(), 1U);
  ASSERT_EQ(spans["requirement"].size(), 2U);
  const trace::Span& step = spans["step.ASSESSMENT"][0];
  for (const trace::Span& span : spans["requirement"]) {
    EXPECT_EQ(span.parent_span_id, step.span_id);
    EXPECT_GE(span.started_at, step.started_at);
    EXPECT_LE(span.ended_at, step.ended_at);
    EXPECT_EQ(span.attributes.get("requirement.codes").size(), 1U);
    EXPECT_EQ(span.attributes.get("chunk.ids").size(), 2U);
    EXPECT_EQ(span.attributes.get("chunk.count").as_integer(), 2);
    EXPECT_EQ(span.dropped_attributes, 0);
  }
}

TEST_F(RunTrace, IsHandedOutForExportOnce) {
  const RunId id = start({"accounts complete"});
  process();
  EXPECT_EQ(take(3).size(), 3U);
  const auto rest = take(100);
  EXPECT_EQ(rest.size(), 5U);
  EXPECT_EQ(rest.back()->name, "run");
  EXPECT_EQ(rest.back()->trace_id, run(id).trace_id);
  EXPECT_TRUE(take(100).empty());
}

TEST_F(RunTrace, OfAResumedRunIsTheSameAsOfOneThatWentThrough) {
  const RunId id = start({"accounts complete", "accounts partial", "accounts missing"});
  std::atomic<int> evaluated{0};
  before_evaluation_ = [&](const auto&) {
    if (++evaluated == 2) interrupt_ = true;
  };
  const auto claimed = claim();
  EXPECT_THROW(with(*claimed, jobs::process_run), jobs::Interrupted);
  const auto under_way = trace_of(id);
  ASSERT_FALSE(under_way.empty());
  EXPECT_EQ(under_way[0].span->name, "run");
  EXPECT_FALSE(under_way[0].ended);
  interrupt_ = false;
  with(*claimed, jobs::process_run);
  const auto spans = spans_of(id);
  EXPECT_EQ(spans.size(), 8U);
  EXPECT_EQ(spans.at("requirement").size(), 3U);
  EXPECT_EQ(take(100).size(), 10U);
}

TEST_F(RunTrace, OfAFailedRunSaysWhyInFixedWords) {
  const RunId id = start({"accounts throws CANARY"});
  const auto claimed = claim();
  try {
    with(*claimed, jobs::process_run);
    FAIL() << "a run in which nothing could be evaluated fails";
  } catch (const jobs::JobFailure& failure) {
    ASSERT_TRUE(jobs::fail_for_good(pipeline_, *claimed, failure.code(), failure.reason()));
  }
  auto spans = spans_of(id);
  for (const auto& [name, type] :
       std::map<std::string, std::string>{{"run", "evaluation_failed"},
                                          {"step.ASSESSMENT", "evaluation_failed"},
                                          {"requirement", "internal"}}) {
    ASSERT_EQ(spans[name].size(), 1U) << name;
    const trace::Span& span = spans[name][0];
    EXPECT_EQ(span.status, trace::Status::Error) << name;
    EXPECT_EQ(span.attributes.get("error.type").as_string(), type);
    EXPECT_EQ(span.attributes.get("error.message").as_string(), span.status_message);
  }
  ASSERT_EQ(spans["requirement"][0].events.size(), 1U);
  EXPECT_EQ(spans["requirement"][0].events[0].name, "error");
  EXPECT_EQ(sql("SELECT count(*) AS v FROM run_span WHERE run_span::text ~* 'canary|secret'"), "0");
}

TEST_F(RunTrace, OfACancelledRunEndsWithTheCancelling) {
  const RunId queued = start({"accounts complete"});
  cancel(queued);
  auto spans = spans_of(queued);
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans["run"][0].attributes.get("error.type").as_string(), "cancelled");
  EXPECT_EQ(take(100).size(), 1U);

  const RunId running = start({"accounts complete"});
  before_evaluation_ = [&](const auto&) { cancel(running); };
  const auto claimed = claim();
  EXPECT_THROW(with(*claimed, jobs::process_run), jobs::ClaimLost);
  spans = spans_of(running);
  EXPECT_EQ(spans["step.ASSESSMENT"][0].attributes.get("error.type").as_string(), "cancelled");
  EXPECT_EQ(spans["run"].size(), 1U);
  EXPECT_FALSE(spans.contains("requirement"));
}

// Evidence, file names, requirements and errors all contain the word; not one byte for the
// collector does.
TEST_F(RunTrace, OfTenThousandSpansLeaksNothing) {
  constexpr std::size_t kRequirements = 10'000;
  ready_document("canary-plan.txt", "The canary accounts are reviewed each quarter: CANARY.");
  std::vector<std::string> titles(kRequirements, "accounts complete CANARY canary");
  for (std::size_t i = 0; i < 20; ++i) titles[i * 100] = "accounts throws CANARY";
  const RunId id = start(titles);
  process();
  EXPECT_EQ(run(id).status, RunStatus::Completed);
  std::size_t spans = 0;
  std::size_t errors = 0;
  for (auto taken = take(512); !taken.empty(); taken = take(512)) {
    for (std::span<const trace::CleanSpan> left(taken); !left.empty();) {
      auto body = trace::otlp_body(left, Json::object());
      left = left.subspan(body.spans);
      spans += body.spans;
      std::transform(body.json.begin(), body.json.end(), body.json.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
      ASSERT_EQ(body.json.find("canary"), std::string::npos);
      ASSERT_EQ(body.json.find("secret"), std::string::npos);
    }
    errors += static_cast<std::size_t>(
        std::count_if(taken.begin(), taken.end(), [](const trace::CleanSpan& span) {
          return span->status_message == trace::error_sentence("internal");
        }));
  }
  EXPECT_EQ(spans, kRequirements + 7);
  EXPECT_EQ(errors, 20U);
}

TEST_F(RunTrace, NeverChangesOnceWritten) {
  static_cast<void>(start({"accounts complete"}));
  process();
  EXPECT_THROW(sql("UPDATE run_span SET name = 'other'"), pg::DbError);
  EXPECT_THROW(sql("DELETE FROM run_span"), pg::DbError);
}

}  // namespace
}  // namespace assay::test
