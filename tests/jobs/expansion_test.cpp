// SPDX-License-Identifier: Apache-2.0
// Phrases of a language model to search with: asked for once, used by every later run, pinned and
// frozen, and without any effect where the model fails or the setting is off.
#include <algorithm>
#include <atomic>

#include "db/store/packs/expansions.hpp"
#include "db/store/runs/run_trace.hpp"
#include "db/wire/frozen.hpp"
#include "tests/jobs/llm_fixture.hpp"
#include "tests/jobs/reproduction_fixture.hpp"

namespace assay::test {
namespace {

constexpr std::string_view kTitle = "Visitors are registered";
constexpr std::string_view kElsewhere = "Doorbook of Tuesday and Wednesday.";

class Expansions : public Reproducing<LlmRun> {
 protected:
  Expansions() {
    guests_ = ready_document("doorbook.txt", std::string(kElsewhere));
    config_.llm.expand = true;
  }
  // Answers questions for phrases with these, and those for a verdict well.
  void serve_phrases(const std::vector<std::string>& phrases) {
    const std::string answer =
        Json::object().set("phrases", store::expansions::phrases_json(phrases)).dump();
    serve([this, answer](const ModelExchange& exchange) {
      if (!asks_for_phrases(exchange)) {
        judged_by_ = exchange.body().dump();
        return exchange.say(grounded_answer(exchange, 0.9));
      }
      ++asked_;
      exchange.say(answer);
    });
  }
  [[nodiscard]] static bool asks_for_phrases(const ModelExchange& exchange) {
    return exchange.body().get("response_format").get("json_schema").get("name").as_string() ==
           "phrases";
  }
  // By the built-in evaluator: first it is put among those that wait for a model.
  void process_waiting() {
    EXPECT_THROW(with(*claim(), jobs::process_run), jobs::Moved);
    const auto again = claim();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->lane, WorkLane::Waiting);
    with(*again, jobs::process_run);
  }
  RunId rerun() { return new_run(tenant_, pack_, std::string(embedder_.model_id())); }
  // Whether the document in other words was among the candidates.
  bool found(const RunId& id) {
    const Json snapshot = snapshot_of(id);
    const Json chunks = snapshot.get("chunks");
    const auto keys = chunks.keys();
    return std::ranges::any_of(keys, [&](const std::string& key) {
      return chunks.get(key).get("documentId").as_string() == guests_.value;
    });
  }
  runs::Step retrieval(const RunId& id) { return steps_of(id)[1]; }

  DocumentId guests_;
  std::atomic<int> asked_{0};
  std::string judged_by_;
};

TEST_F(Expansions, AreAskedForOnceAndUsedByEveryLaterRun) {
  serve_phrases({"entry in the doorbook", "registered visitors"});
  config_.llm.expand = false;
  const RunId before = start({std::string(kTitle)});
  process();
  ASSERT_FALSE(found(before)) << "the requirement's own words find it";
  config_.llm.expand = true;
  const RunId first = rerun();
  process_waiting();
  EXPECT_EQ(asked_, 1);
  EXPECT_TRUE(found(first));
  const Json outcome = retrieval(first).output_refs.get("expansion");
  EXPECT_EQ(outcome.get("requirementsWithout").as_integer(), 0);
  EXPECT_EQ(outcome.get("llm").get("calls").as_integer(), 1);
  EXPECT_DOUBLE_EQ(outcome.get("llm").get("costUsd").as_number().value_or(0), 0.004);

  server_.reset();  // the model is away
  const RunId second = rerun();
  process();
  EXPECT_EQ(asked_, 1);
  EXPECT_TRUE(found(second));
  EXPECT_TRUE(retrieval(second).output_refs.get("expansion").get("llm").is_null());
  services_.model = nullptr;  // none is configured here
  const RunId third = rerun();
  process();
  EXPECT_TRUE(found(third));
}

TEST_F(Expansions, ArePinnedFrozenAndReproduced) {
  serve_phrases({"entry in the doorbook"});
  const RunId id = start({std::string(kTitle)});
  process_waiting();
  const std::string requirement = pack_.requirements[0].id.value;
  const Json refs = retrieval(id).input_refs.get("expansion");
  EXPECT_EQ(refs.get("promptVersion").as_string(), "1");
  EXPECT_EQ(refs.get("requirementIds").canonical(), Json::array().push(requirement).canonical());
  const Json frozen = snapshot_of(id).get("expansions");
  ASSERT_EQ(frozen.size(), 1U);
  EXPECT_EQ(frozen.at(0).get("requirementRecordId").as_string(), requirement);
  EXPECT_EQ(frozen.at(0).get("phrases").canonical(), R"(["entry in the doorbook"])");
  EXPECT_EQ(frozen.at(0).get("model").as_string(), "made-up-model");
  const Json exchanges = snapshot_of(id).get("modelExchanges");
  ASSERT_EQ(exchanges.size(), 1U);
  EXPECT_EQ(exchanges.at(0).get("purpose").as_string(), "EXPANSION");
  config_.llm.expand = false;
  const Reproduction again = reproduce(id);
  EXPECT_EQ(again.status, ReproductionStatus::Completed) << again.failure_reason.value_or("");
  EXPECT_EQ(again.identical, true) << again.differences.dump();
  const auto read_again = read([&](pg::Tx& tx) {
    const auto record = store::frozen::read(tx, runs::find(tx, tenant_, id).value(), {});
    return record ? std::string() : record.error().message;
  });
  EXPECT_EQ(read_again, "");
}

TEST_F(Expansions, AreNoEvidenceForAModelThatJudges) {
  serve_phrases({"doorbook", "zeppelin hangar"});
  const RunId id = start_llm({std::string(kTitle)});
  process();
  EXPECT_EQ(asked_, 1);
  EXPECT_TRUE(found(id));
  EXPECT_NE(judged_by_.find("Doorbook"), std::string::npos);
  EXPECT_EQ(judged_by_.find("zeppelin"), std::string::npos);
  const Assessment judged = assessments_of(id)[0];
  EXPECT_EQ(judged.status, AssessmentStatus::Complete) << judged.reasoning;
  EXPECT_EQ(judged.details.get("llm").get("calls").as_integer(), 1) << "its own";
  EXPECT_EQ(steps_of(id)[3].output_refs.get("llm").get("calls").as_integer(), 1);
  server_.reset();
  const Reproduction again = reproduce(id);
  EXPECT_EQ(again.identical, true) << again.differences.dump();
  const auto seen = read([&](pg::Tx& tx) {
    return store::run_trace::trace_of(tx, runs::find(tx, tenant_, id).value());
  });
  const std::string step = retrieval(id).span_id;
  EXPECT_EQ(std::ranges::count_if(seen,
                                  [&](const auto& one) {
                                    return one.span->name == trace::kLlmSpan &&
                                           one.span->parent_span_id == step;
                                  }),
            1);
}

TEST_F(Expansions, AFailingModelCostsOnlyThePhrases) {
  serve([](const ModelExchange& exchange) { exchange.answer(503, "busy"); });
  std::vector<std::string> titles;
  for (int i = 0; i < 40; ++i) titles.push_back("accounts part " + std::to_string(i));
  const RunId id = start(titles);
  process_waiting();
  EXPECT_EQ(run(id).status, RunStatus::Completed);
  EXPECT_FALSE(run(id).failure_reason);
  const Json outcome = retrieval(id).output_refs.get("expansion");
  EXPECT_EQ(outcome.get("requirementsWithout").as_integer(), 40);
  EXPECT_LE(server_->requests(), 12U) << "those under way end, and no more are begun";
  EXPECT_EQ(outcome.get("llm").get("calls").as_integer(),
            static_cast<std::int64_t>(server_->requests()));
  EXPECT_EQ(snapshot_of(id).get("expansions").size(), 0U);
}

TEST_F(Expansions, OneBadAnswerCostsOneRequirementItsPhrases) {
  serve([](const ModelExchange& exchange) {
    if (title_in(exchange).find("garbage") != std::string::npos) return exchange.say("no");
    exchange.say(R"({"phrases": ["doorbook"]})");
  });
  const RunId id = start({"accounts garbage", "accounts of visitors", "accounts of guests"});
  process_waiting();
  EXPECT_EQ(retrieval(id).output_refs.get("expansion").get("requirementsWithout").as_integer(), 1);
  EXPECT_EQ(snapshot_of(id).get("expansions").size(), 2U);
  const auto next = rerun();
  process_waiting();
  EXPECT_EQ(retrieval(next).output_refs.get("expansion").get("llm").get("calls").as_integer(), 2)
      << "the next run asks for the one again";
}

TEST_F(Expansions, WithTheSettingOffNothingIsAskedAndNothingUsed) {
  serve_phrases({"entry in the doorbook"});
  static_cast<void>(start({std::string(kTitle)}));
  process_waiting();
  config_.llm.expand = false;
  const RunId id = rerun();
  process();
  EXPECT_EQ(asked_, 1);
  EXPECT_FALSE(found(id));
  EXPECT_TRUE(retrieval(id).input_refs.get("expansion").is_null());
  EXPECT_TRUE(retrieval(id).output_refs.get("expansion").is_null());
  EXPECT_EQ(snapshot_of(id).get("expansions").size(), 0U);
}

// Another daemon, or the same one with other settings, goes on with what was pinned.
TEST_F(Expansions, ARunThatIsResumedKeepsWhatItPinned) {
  serve_phrases({"entry in the doorbook"});
  before_evaluation_ = [this](const auto&) { interrupt_ = true; };
  const RunId id = start({std::string(kTitle), "accounts", "owners", "backups", "quarters"});
  EXPECT_THROW(with(*claim(), jobs::process_run), jobs::Moved);
  const auto claimed = claim();
  EXPECT_THROW(with(*claimed, jobs::process_run), jobs::Interrupted);
  interrupt_ = false;
  before_evaluation_ = [](const auto&) {};
  config_.llm.expand = false;
  with(*claimed, jobs::process_run);
  EXPECT_EQ(run(id).status, RunStatus::Completed);
  EXPECT_EQ(snapshot_of(id).get("expansions").size(), 5U);
  const Json inputs = snapshot_of(id).get("inputs");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_EQ(inputs.at(i).get("complete").as_bool(), true);
  }
}

}  // namespace
}  // namespace assay::test
