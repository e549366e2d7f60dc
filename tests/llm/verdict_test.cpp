// SPDX-License-Identifier: Apache-2.0
// What is stored from an answer: citations found in their chunks, and nothing else.
#include <gtest/gtest.h>

#include "pipeline/assess/explain/citations.hpp"
#include "pipeline/llm/verdict.hpp"
#include "tests/llm/fixture.hpp"

namespace assay::test {
namespace {

const std::string kFirstChunk = candidates()[0].chunk.value;
const std::string kSecond = candidates()[1].chunk.value;
const std::string kUnknown = "01934a5e-0000-7abc-8def-0000000000cf";

Json against(const std::string& chunk, const std::string& quote) {
  return Json::object().set("chunkId", chunk).set("quote", quote).set("why", "w");
}

assess::Verdict verdict_of_answer(const Json& answer) {
  const auto reply = llm::read_reply(answer.dump());
  EXPECT_TRUE(reply) << reply.error().text;
  const auto evidence = candidates();
  auto verdict = llm::verdict_of(*reply, requirement().title, evidence);
  static_cast<void>(assess::verify_citations(verdict, evidence, {}));
  return verdict;
}

assess::Verdict verdict_for(double confidence, const std::vector<Said>& quotes) {
  return verdict_of_answer(answer_of(confidence, quotes));
}

TEST(LlmVerdict, KeepsWhatStandsThereAndItsPlace) {
  const auto verdict = verdict_for(0.87654321, {{kFirstChunk, "are reviewed every quarter"}});
  EXPECT_EQ(verdict.confidence, 0.8765);
  ASSERT_EQ(verdict.citations.size(), 1U);
  const assess::Citation& citation = verdict.citations[0];
  EXPECT_EQ(citation.text, "are reviewed every quarter");
  EXPECT_EQ(citation.chunk.value, kFirstChunk);
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
      verdict_for(0.9, {{kFirstChunk, "recorded in the register of access reviews"},
                        {kSecond, "multi-factor authentication is required for remote access"}});
  ASSERT_EQ(verdict.citations.size(), 2U);
  EXPECT_EQ(verdict.citations[0].text, "recorded in the register of access re-\nviews");
  EXPECT_EQ(verdict.citations[1].text,
            "Multi\xE2\x80\x91"
            "factor authentication is required\n for  remote access");
  EXPECT_EQ(verdict.details.get("repairedCitations").as_integer(), 2);
}

TEST(LlmVerdict, InventedQuotesAreDroppedCountedAndFlagged) {
  const auto verdict = verdict_for(0.95, {{kFirstChunk, "are reviewed every month"},
                                          {kUnknown, "are reviewed every quarter"},
                                          {kSecond, "are reviewed every quarter"},
                                          {kFirstChunk, "reviewed every quarter"},
                                          {kFirstChunk, "are reviewed every quarte"},
                                          {kFirstChunk, "are reviewed every quarter"}});
  EXPECT_EQ(verdict.confidence, 0.95);
  ASSERT_EQ(verdict.citations.size(), 1U);
  EXPECT_EQ(verdict.details.get("droppedCitations").as_integer(), 5);
  EXPECT_EQ(verdict.details.get("needsReview").as_bool(), true);
  EXPECT_EQ(verdict.details.get("reviewReasons").at(0).as_string(), "unverified_quotes");
}

TEST(LlmVerdict, WithoutACitationItIsNotComplete) {
  for (const auto& quotes : {std::vector<Said>{}, std::vector<Said>{{kFirstChunk, "never written"}},
                             std::vector<Said>{{kFirstChunk, "."}, {kFirstChunk, ""}}}) {
    const auto verdict = verdict_for(1.0, quotes);
    EXPECT_TRUE(verdict.citations.empty());
    EXPECT_EQ(status_for(verdict.confidence, {}), AssessmentStatus::Missing);
    EXPECT_EQ(verdict.details.get("subchecks").at(0).get("met").as_bool(), false);
    EXPECT_EQ(verdict.details.get("droppedCitations").as_integer(),
              static_cast<std::int64_t>(quotes.size()));
  }
}

TEST(LlmVerdict, TheSameWordsAreCitedOnce) {
  const auto verdict = verdict_for(0.9, {{kFirstChunk, "are reviewed every quarter"},
                                         {kFirstChunk, "ARE REVIEWED EVERY QUARTER"}});
  EXPECT_EQ(verdict.citations.size(), 1U);
  EXPECT_EQ(verdict.details.get("subchecks").at(0).get("citations").size(), 1U);
}

TEST(LlmVerdict, AContradictionIsNoCitation) {
  Json answer = answer_of(0.9, {});
  answer.set("contradictions", Json::array()
                                   .push(against(kFirstChunk, "are reviewed every quarter"))
                                   .push(against(kFirstChunk, "invented by the model")));
  const auto verdict = verdict_of_answer(answer);
  EXPECT_TRUE(verdict.citations.empty());
  ASSERT_EQ(verdict.details.get("weakened").size(), 1U);
  EXPECT_EQ(verdict.details.get("weakened").at(0).get("quote").as_string(),
            "are reviewed every quarter");
  EXPECT_EQ(verdict.details.get("droppedCitations").as_integer(), 1);
}

const Said kReviewed{kFirstChunk, "Access rights of all users are reviewed every quarter"};
const Said kRecorded{kFirstChunk, "The review is recorded in the register"};

TEST(LlmVerdict, TheStatusComesFromThePartsWhateverTheModelSaysOfTheWhole) {
  const Json shown = part_of("met", 0.95, {kReviewed});
  const Json recorded = part_of("met", 0.9, {kRecorded}, "The review is recorded");
  const Json partly = part_of("partly", 0.4, {kRecorded}, "The review is recorded");
  const Json absent = part_of("not", 0.9, {}, "The review is approved");
  const Json denied = part_of("contradicted", 0.9, {kRecorded}, "The review is kept secret");
  const auto status = [](double own, const std::vector<Json>& parts) {
    return to_text(status_for(verdict_of_answer(answer_with(own, parts)).confidence, {}));
  };
  for (const double own : {0.0, 0.35, 0.5, 0.99}) {
    EXPECT_EQ(status(own, {shown, recorded}), "COMPLETE") << own;
    EXPECT_EQ(status(own, {shown, absent}), "PARTIAL") << own;
    EXPECT_EQ(status(own, {shown, denied}), "PARTIAL") << own;
    EXPECT_EQ(status(own, {shown, partly}), "PARTIAL") << own;
    EXPECT_EQ(status(own, {partly, absent}), "PARTIAL") << own;
    EXPECT_EQ(status(own, {absent, absent}), "MISSING") << own;
    EXPECT_EQ(status(own, {denied}), "MISSING") << own;
    EXPECT_EQ(status(own, {}), "MISSING") << own;
  }
}

TEST(LlmVerdict, APartWhoseQuotesWereAllDroppedIsNotMet) {
  const auto verdict = verdict_of_answer(answer_with(
      0.9,
      {part_of("met", 0.95, {kReviewed}), part_of("met", 0.95, {{kFirstChunk, "the register"}}),
       part_of("partly", 0.6, {{kFirstChunk, "signed by the board"}})}));
  const Json checks = verdict.details.get("subchecks");
  EXPECT_EQ(checks.at(0).get("verdict").as_string(), "met");
  for (const std::size_t dropped : {1U, 2U}) {
    EXPECT_EQ(checks.at(dropped).get("verdict").as_string(), "not");
    EXPECT_EQ(checks.at(dropped).get("met").as_bool(), false);
  }
  EXPECT_EQ(status_for(verdict.confidence, {}), AssessmentStatus::Partial);
}

TEST(LlmVerdict, AnImprobableMetIsPartly) {
  const auto verdict = verdict_for(0.3, {kReviewed});
  EXPECT_EQ(verdict.details.get("subchecks").at(0).get("verdict").as_string(), "partly");
  EXPECT_EQ(status_for(verdict.confidence, {}), AssessmentStatus::Partial);
}

TEST(LlmVerdict, WhatIsContradictedIsNotComplete) {
  Json answer = answer_of(0.99, {kReviewed});
  answer.set("contradictions", Json::array().push(against(kFirstChunk, kRecorded.quote)));
  const auto verdict = verdict_of_answer(answer);
  EXPECT_EQ(status_for(verdict.confidence, {}), AssessmentStatus::Partial);
  answer.set("contradictions", Json::array().push(against(kFirstChunk, "words that nobody wrote")));
  EXPECT_EQ(status_for(verdict_of_answer(answer).confidence, {}), AssessmentStatus::Complete)
      << "a contradiction that is not in the evidence";

  const auto denied =
      verdict_of_answer(answer_with(0.9, {part_of("contradicted", 0.1, {kRecorded})}));
  EXPECT_TRUE(denied.citations.empty());
  EXPECT_EQ(denied.details.get("weakened").at(0).get("quote").as_string(), kRecorded.quote);
}

TEST(LlmVerdict, QuotesThatDoNotCarryTheClaimAreFlagged) {
  const auto flagged = [](std::string_view text, const Said& quote) {
    const auto verdict = verdict_of_answer(answer_with(0.9, {part_of("met", 0.9, {quote}, text)}));
    return verdict.details.get("reviewReasons").at(0).as_string().value_or("");
  };
  const std::string asked = "Backups are encrypted and stored at another site";
  EXPECT_EQ(flagged(asked, kReviewed), "quotes_do_not_carry");
  EXPECT_EQ(flagged("Backups are taken", {candidates()[2].chunk.value, "Backups are taken every"}),
            "");
  EXPECT_EQ(flagged("User access rights are reviewed by the owner",
                    {kFirstChunk, "every quarter by the"}),
            "")
      << "the sentence of the quote counts";
  EXPECT_EQ(flagged("", kReviewed), "") << "the requirement's own words count for a part of none";
  EXPECT_EQ(flagged("", {candidates()[2].chunk.value, "Restoration is tested each year"}),
            "quotes_do_not_carry");
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

TEST(LlmReply, IsReadInTheOlderFormToo) {
  Json check = Json::object()
                   .set("label", "i")
                   .set("text", "Access rights are reviewed")
                   .set("met", true)
                   .set("confidence", 0.8)
                   .set("citations", Json::array())
                   .set("missing", Json::array());
  const auto met = llm::read_reply(answer_with(0.8, {check}).dump());
  ASSERT_TRUE(met) << met.error().text;
  EXPECT_EQ(met->subchecks[0].verdict, llm::PartVerdict::Met);
  EXPECT_EQ(met->subchecks[0].probability, 0.8);
  const auto not_met = llm::read_reply(answer_with(0.8, {check.set("met", false)}).dump());
  ASSERT_TRUE(not_met);
  EXPECT_EQ(not_met->subchecks[0].verdict, llm::PartVerdict::Not);
  EXPECT_EQ(complaint_of(answer_with(0.8, {check.set("verdict", "met")}).dump()),
            "the answer.subchecks[0] has a member that was not asked for");
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
  check.set("probability", 7);
  EXPECT_EQ(with("subchecks", Json::array().push(check)),
            "the answer.subchecks[0].probability must be from 0 to 1");
  check.set("verdict", "complete");
  EXPECT_EQ(with("subchecks", Json::array().push(check)),
            "the answer.subchecks[0].verdict must be one of met, partly, not, contradicted");
}

}  // namespace
}  // namespace assay::test
