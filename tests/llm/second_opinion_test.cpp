// SPDX-License-Identifier: Apache-2.0
// Two evaluators side by side: the first counts, a difference is flagged, and failures of the
// second do not affect the first.
#include "pipeline/llm/llm_evaluator.hpp"

#include <gtest/gtest.h>

#include "tests/llm/fixture.hpp"

namespace assay::test {
namespace {

// Gives the verdict it is told to, and cites the first candidate's first word.
class Saying final : public assess::Evaluator {
 public:
  Saying(std::string id, double confidence) : id_(std::move(id)), confidence_(confidence) {}
  [[nodiscard]] std::string_view id() const override { return id_; }
  [[nodiscard]] std::string_view version() const override { return "7"; }
  [[nodiscard]] assess::Verdict evaluate(const assess::RequirementText& /*requirement*/,
                                         std::span<const assess::Candidate> evidence,
                                         const Deadline& /*deadline*/) const override {
    if (confidence_ < 0) throw assess::EvaluationFailed("llm_unavailable", "away", {});
    assess::Verdict verdict;
    verdict.confidence = confidence_;
    verdict.reasoning = "Because.";
    verdict.details = Json::object();
    verdict.citations.push_back({evidence[0].document, evidence[0].chunk, "Access", 1, 0, 0});
    return verdict;
  }

 private:
  std::string id_;
  double confidence_;
};

llm::SecondOpinion both(double first, double second) {
  return {
      std::make_unique<Saying>("llm", first), std::make_unique<Saying>("builtin", second), {}, 20};
}

assess::Verdict judged(const llm::SecondOpinion& evaluator) {
  const auto evidence = candidates();
  return evaluator.evaluate(requirement(), evidence, Deadline(std::chrono::seconds(5)));
}

TEST(SecondOpinion, StandsBesideTheFirst) {
  const auto evaluator = both(0.9, 0.8);
  EXPECT_EQ(evaluator.id(), "llm");
  const auto verdict = judged(evaluator);
  EXPECT_EQ(verdict.confidence, 0.9);
  const Json opinion = verdict.details.get("secondOpinion");
  EXPECT_EQ(opinion.get("evaluator").as_string(), "builtin");
  EXPECT_EQ(opinion.get("version").as_string(), "7");
  EXPECT_EQ(opinion.get("status").as_string(), "COMPLETE");
  EXPECT_EQ(opinion.get("citations").at(0).get("text").as_string(), "Access");
  EXPECT_EQ(opinion.get("agrees").as_bool(), true);
  EXPECT_FALSE(verdict.details.has("needsReview"));
}

TEST(SecondOpinion, ADifferenceIsFlaggedAndTheFirstCounts) {
  const auto verdict = judged(both(0.9, 0.5));
  EXPECT_EQ(verdict.confidence, 0.9);
  EXPECT_EQ(verdict.details.get("secondOpinion").get("agrees").as_bool(), false);
  EXPECT_EQ(verdict.details.get("needsReview").as_bool(), true);
  EXPECT_EQ(verdict.details.get("reviewReasons").at(0).as_string(), "second_opinion_differs");
  EXPECT_NE(verdict.reasoning.find("PARTIAL (0.50)"), std::string::npos) << verdict.reasoning;
}

TEST(SecondOpinion, ThatFailsCostsTheFirstNothing) {
  const auto verdict = judged(both(0.9, -1));
  EXPECT_EQ(verdict.confidence, 0.9);
  EXPECT_TRUE(verdict.details.get("secondOpinion").get("agrees").is_null());
  EXPECT_EQ(verdict.details.get("secondOpinion").get("status").as_string(), "FAILED");
  EXPECT_FALSE(verdict.details.has("needsReview"));
}

// Cites as many candidates as it is given.
class Counting final : public assess::Evaluator {
 public:
  [[nodiscard]] std::string_view id() const override { return "counting"; }
  [[nodiscard]] std::string_view version() const override { return "1"; }
  [[nodiscard]] assess::Verdict evaluate(const assess::RequirementText& /*requirement*/,
                                         std::span<const assess::Candidate> evidence,
                                         const Deadline& /*deadline*/) const override {
    assess::Verdict verdict;
    verdict.reasoning = std::to_string(evidence.size());
    return verdict;
  }
};

TEST(SecondOpinion, IsGivenWhatItWouldBeGivenAlone) {
  const auto given = [](std::size_t most, const std::vector<double>& scores) {
    std::vector<assess::Candidate> evidence(scores.size(), candidates()[0]);
    for (std::size_t i = 0; i < scores.size(); ++i) evidence[i].score = scores[i];
    const llm::SecondOpinion evaluator(std::make_unique<Saying>("llm", 0.9),
                                       std::make_unique<Counting>(), {}, most);
    const auto verdict =
        evaluator.evaluate(requirement(), evidence, Deadline(std::chrono::seconds(5)));
    return verdict.details.get("secondOpinion").get("reasoning").as_string();
  };
  EXPECT_EQ(given(2, {0.9, 0.8, 0.7, 0.6}), "2");
  EXPECT_EQ(given(2, {0.9, 0.8, 0, 0, 0.7}), "4") << "openings of documents stand behind the best";
  EXPECT_EQ(given(20, {0.9, 0.8, 0}), "3");
}

TEST(SecondOpinion, StandsBesideAFailureToo) {
  try {
    static_cast<void>(judged(both(-1, 0.8)));
    FAIL() << "a second opinion replaces no first one";
  } catch (const assess::EvaluationFailed& failure) {
    EXPECT_EQ(failure.code(), "llm_unavailable");
    EXPECT_EQ(failure.details().get("secondOpinion").get("status").as_string(), "COMPLETE");
  }
}

}  // namespace
}  // namespace assay::test
