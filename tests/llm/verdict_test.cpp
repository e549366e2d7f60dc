// SPDX-License-Identifier: Apache-2.0
// What of an answer is stored: citations that stand in their chunks, and nothing else.
#include <gtest/gtest.h>

#include "pipeline/assess/citations.hpp"
#include "pipeline/llm/verdict.hpp"
#include "tests/llm/fixture.hpp"

namespace assay::test {
namespace {

const std::string kFirst = candidates()[0].chunk.value;
const std::string kSecond = candidates()[1].chunk.value;
const std::string kUnknown = "01934a5e-0000-7abc-8def-0000000000cf";

assess::Verdict verdict_for(double confidence, const std::vector<Said>& quotes) {
  const auto reply = llm::read_reply(answer_of(confidence, quotes).dump());
  EXPECT_TRUE(reply) << reply.error().text;
  const auto evidence = candidates();
  auto verdict = llm::verdict_of(*reply, evidence);
  static_cast<void>(assess::verify_citations(verdict, evidence, {}));
  return verdict;
}

TEST(LlmVerdict, KeepsWhatStandsThereAndItsPlace) {
  const auto verdict = verdict_for(0.87654321, {{kFirst, "reviewed every quarter"}});
  EXPECT_EQ(verdict.confidence, 0.8765);
  ASSERT_EQ(verdict.citations.size(), 1U);
  const assess::Citation& citation = verdict.citations[0];
  EXPECT_EQ(citation.text, "reviewed every quarter");
  EXPECT_EQ(citation.chunk.value, kFirst);
  EXPECT_EQ(citation.document, candidates()[0].document);
  EXPECT_EQ(citation.page_number, 3);
  EXPECT_EQ(citation.end_offset - citation.start_offset, citation.text.size());
  const Json check = verdict.details.get("subchecks").at(0);
  EXPECT_EQ(check.get("met").as_bool(), true);
  EXPECT_EQ(check.get("citations").at(0).as_integer(), 0);
  EXPECT_EQ(verdict.details.get("droppedCitations").as_integer(), 0);
  EXPECT_FALSE(verdict.details.has("needsReview"));
  EXPECT_EQ(verdict.details.get("nearMisses").size(), 2U);
}

TEST(LlmVerdict, ARepairedQuoteIsStoredInTheDocumentsWords) {
  const auto verdict =
      verdict_for(0.9, {{kFirst, "recorded in the register of access reviews"},
                        {kSecond, "multi-factor authentication is required for remote access"}});
  ASSERT_EQ(verdict.citations.size(), 2U);
  EXPECT_EQ(verdict.citations[0].text, "recorded in the register of access re-\nviews");
  EXPECT_EQ(verdict.citations[1].text,
            "Multi\xE2\x80\x91"
            "factor authentication is required\n for  remote access");
  EXPECT_EQ(verdict.details.get("repairedCitations").as_integer(), 2);
}

TEST(LlmVerdict, InventedQuotesAreDroppedCountedAndFlagged) {
  const auto verdict = verdict_for(0.95, {{kFirst, "reviewed every month"},
                                          {kUnknown, "reviewed every quarter"},
                                          {kSecond, "reviewed every quarter"},
                                          {kFirst, "reviewed every quarter"}});
  EXPECT_EQ(verdict.confidence, 0.95);
  ASSERT_EQ(verdict.citations.size(), 1U);
  EXPECT_EQ(verdict.details.get("droppedCitations").as_integer(), 3);
  EXPECT_EQ(verdict.details.get("needsReview").as_bool(), true);
  EXPECT_EQ(verdict.details.get("reviewReasons").at(0).as_string(), "unverified_quotes");
}

TEST(LlmVerdict, WithoutACitationItIsNotComplete) {
  for (const auto& quotes : {std::vector<Said>{}, std::vector<Said>{{kFirst, "never written"}},
                             std::vector<Said>{{kFirst, "."}, {kFirst, ""}}}) {
    const auto verdict = verdict_for(1.0, quotes);
    EXPECT_TRUE(verdict.citations.empty());
    EXPECT_EQ(status_for(verdict.confidence, {}), AssessmentStatus::Missing);
    EXPECT_EQ(verdict.details.get("subchecks").at(0).get("met").as_bool(), false);
    EXPECT_EQ(verdict.details.get("droppedCitations").as_integer(),
              static_cast<std::int64_t>(quotes.size()));
  }
}

TEST(LlmVerdict, TheSameWordsAreCitedOnce) {
  const auto verdict = verdict_for(0.9, {{kFirst, "every quarter"}, {kFirst, "EVERY QUARTER"}});
  EXPECT_EQ(verdict.citations.size(), 1U);
  EXPECT_EQ(verdict.details.get("subchecks").at(0).get("citations").size(), 1U);
}

TEST(LlmVerdict, AContradictionIsNoCitation) {
  Json answer = answer_of(0.9, {});
  answer.set(
      "contradictions",
      Json::array()
          .push(Json::object().set("chunkId", kFirst).set("quote", "every quarter").set("why", "w"))
          .push(Json::object().set("chunkId", kFirst).set("quote", "invented").set("why", "w")));
  const auto reply = llm::read_reply(answer.dump());
  ASSERT_TRUE(reply);
  const auto verdict = llm::verdict_of(*reply, candidates());
  EXPECT_TRUE(verdict.citations.empty());
  ASSERT_EQ(verdict.details.get("weakened").size(), 1U);
  EXPECT_EQ(verdict.details.get("weakened").at(0).get("quote").as_string(), "every quarter");
  EXPECT_EQ(verdict.details.get("droppedCitations").as_integer(), 1);
}

std::string complaint_of(const std::string& text) {
  const auto reply = llm::read_reply(text);
  return reply ? "accepted" : reply.error().text;
}

TEST(LlmReply, IsReadAloneOrInWhatServersPutAroundIt) {
  const std::string good = good_answer();
  EXPECT_EQ(complaint_of(good), "accepted");
  EXPECT_EQ(complaint_of("\n  " + good + "\n"), "accepted");
  EXPECT_EQ(complaint_of("```json\n" + good + "\n```"), "accepted");
  EXPECT_EQ(complaint_of("<think>Is it {met}?</think>\n" + good), "accepted");
  EXPECT_EQ(complaint_of("Here it is: " + good), "it is not one JSON object");
  EXPECT_EQ(complaint_of(good + good), "it is not one JSON object");
  EXPECT_EQ(complaint_of("```"), "it is not one JSON object");
  EXPECT_EQ(complaint_of("``````"), "it is not one JSON object");
}

TEST(LlmReply, IsRefusedByTheMemberThatDoesNotFit) {
  const auto with = [](std::string_view name, const Json& value) {
    return complaint_of(answer_of(0.5, {}).set(name, value).dump());
  };
  EXPECT_EQ(with("confidence", "0.5"), "the answer.confidence must be a number from 0 to 1");
  EXPECT_EQ(with("confidence", 1.0001), "the answer.confidence must be from 0 to 1");
  EXPECT_EQ(with("verdict", "COMPLETE"), "the answer has a member that was not asked for");
  EXPECT_EQ(with("reasoning", " \n"), "the answer.reasoning must not be empty");
  EXPECT_EQ(with("reasoning", std::string(20'000, 'x')), "the answer.reasoning is too long");
  EXPECT_EQ(with("subchecks", Json()), "the answer.subchecks must be a list");
  EXPECT_EQ(with("subchecks", Json::array().push(1)), "the answer.subchecks[0] must be an object");
  EXPECT_EQ(complaint_of("{}"), "the answer must have the member subchecks");
  EXPECT_EQ(complaint_of(R"({"confidence":1,"confidence":1})"), "it is not one JSON object");
  Json check = answer_of(0.5, {}).get("subchecks").at(0);
  check.set("confidence", 7);
  EXPECT_EQ(with("subchecks", Json::array().push(check)),
            "the answer.subchecks[0].confidence must be from 0 to 1");
}

}  // namespace
}  // namespace assay::test
