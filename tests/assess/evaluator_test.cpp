// SPDX-License-Identifier: Apache-2.0
// The built-in evaluator as a whole: what it holds to be shown, and how it says so.
#include "pipeline/assess/builtin_evaluator.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "core/base/thresholds.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/assess/explain/citations.hpp"
#include "pipeline/assess/explain/explanation.hpp"

namespace assay::assess {
namespace {

Candidate chunk(int number, std::string content, std::string file = "Depot rules.pdf") {
  Candidate out;
  out.document.value = "00000000-0000-7000-8000-00000000000" + std::to_string(number);
  out.chunk.value = "00000000-0000-7000-9000-00000000000" + std::to_string(number);
  out.file_name = std::move(file);
  out.page_number = number;
  out.content = std::move(content);
  out.heading_path = "Depot";
  out.score = 0.5;
  return out;
}

RequirementText requirement(std::string title) {
  RequirementText out;
  out.requirement_id = "1.1";
  out.title = std::move(title);
  out.expected_evidence = "inspection record";
  return out;
}

Verdict judge(const std::string& title, const std::vector<Candidate>& candidates) {
  const BuiltinEvaluator evaluator(nullptr);
  return evaluator.evaluate(requirement(title), candidates, Deadline(std::chrono::seconds(5)));
}

AssessmentStatus status(const std::string& title, const std::vector<Candidate>& candidates) {
  return status_for(judge(title, candidates).confidence, Thresholds{});
}

constexpr const char* kTitle =
    "Fire extinguishers are inspected at least quarterly, and the result is recorded in a logbook.";
constexpr const char* kShown =
    "Fire extinguishers are inspected every three months by the warden. The result of each "
    "inspection is recorded in the logbook of the depot.";

TEST(Evaluator, AHeadingMovesNoVerdict) {
  const BuiltinEvaluator evaluator(nullptr);
  const std::vector<Candidate> candidates{chunk(1, kShown)};
  for (const char* title : {kTitle, "Are fire extinguishers inspected quarterly?"}) {
    RequirementText plain = requirement(title);
    RequirementText headed = plain;
    headed.criterion_title = "Public Fire Extinguisher Inspection Matrix";
    const Deadline deadline(std::chrono::seconds(5));
    EXPECT_EQ(evaluator.evaluate(headed, candidates, deadline).confidence,
              evaluator.evaluate(plain, candidates, deadline).confidence);
  }
}

// Words of a requirement stand in any large set of documents; one that shows it names it whole.
TEST(Evaluator, AWordHereAndAWordThereShowNothing) {
  const std::string title = "Spare keys of the vehicles are counted by the dispatcher.";
  const std::string keys = "Spare keys hang in the cabinet.";
  const std::string vehicles = "Vehicles are washed on Friday.";
  const std::string counted = "The dispatcher has counted the pallets.";
  const double scattered =
      judge(title, {chunk(1, keys), chunk(2, vehicles), chunk(3, counted)}).confidence;
  const double whole =
      judge(title, {chunk(1, keys), chunk(2, vehicles),
                    chunk(3, "The dispatcher has counted the spare keys of the vehicles.")})
          .confidence;
  EXPECT_LT(scattered, Thresholds{}.partial);
  EXPECT_GE(whole, Thresholds{}.complete);
}

TEST(Evaluator, ShownPartlyShownNotShown) {
  EXPECT_EQ(status(kTitle, {chunk(1, kShown)}), AssessmentStatus::Complete);
  EXPECT_EQ(status(kTitle, {chunk(1, "Fire extinguishers are inspected every three months.")}),
            AssessmentStatus::Partial);
  EXPECT_EQ(status(kTitle, {chunk(1, "The canteen serves soup at noon.")}),
            AssessmentStatus::Missing);
  EXPECT_EQ(status(kTitle, {}), AssessmentStatus::Missing);
}

TEST(Evaluator, WhatWeakensLowersTheConfidence) {
  const std::string title = "Fire extinguishers are inspected at least quarterly.";
  const double shown =
      judge(title, {chunk(1, "Fire extinguishers are inspected every quarter.")}).confidence;
  EXPECT_GE(shown, 0.75);
  for (const char* weaker :
       {"Fire extinguishers are inspected once a year.",
        "Fire extinguishers are not inspected every quarter.",
        "An inspection of fire extinguishers every quarter will be introduced.",
        "Status: draft. Fire extinguishers are inspected every quarter.",
        "Fire extinguishers are inspected. Nobody says when."}) {
    EXPECT_LT(judge(title, {chunk(1, weaker)}).confidence, 0.75) << weaker;
  }
}

TEST(Evaluator, RowsOfOtherThingsContradictNothing) {
  const std::string title = "Keys of the gate are changed at least every six months.";
  const auto rows = [](const std::string& other) {
    return std::vector{chunk(1, "Keys: gate; Changed: every three months; By: warden\nKeys: " +
                                    other + "; Changed: every two years; By: warden")};
  };
  EXPECT_FALSE(judge(title, rows("shed")).reasoning.find("Against it") != std::string::npos);
  EXPECT_TRUE(judge(title, rows("gate of the yard")).reasoning.find("Against it") !=
              std::string::npos);
}

TEST(Evaluator, AContradictedPartKeepsTheWholeFromBeingComplete) {
  const std::string denial = "Fire extinguishers are inspected every two years.";
  const Verdict verdict = judge(kTitle, {chunk(1, kShown), chunk(2, denial)});
  ASSERT_NE(verdict.reasoning.find("Against it"), std::string::npos) << verdict.reasoning;
  EXPECT_EQ(status_for(verdict.confidence, Thresholds{}), AssessmentStatus::Partial);
}

TEST(Evaluator, NegativeRequirements) {
  const std::string title = "Spare keys are not used by visitors.";
  EXPECT_GT(judge(title, {chunk(1, "Spare keys are never used by visitors.")}).confidence,
            judge(title, {chunk(1, "Spare keys are often used by visitors.")}).confidence + 0.3);
}

TEST(Evaluator, ADateAskedForMustBeThere) {
  const std::string title = "The date of the fire inspection is recorded.";
  EXPECT_GE(judge(title, {chunk(1, "Date of fire inspection: 12 January 2026")}).confidence, 0.75);
  EXPECT_LT(judge(title, {chunk(1, "Date of fire inspection: TBD")}).confidence, 0.40);
}

TEST(Evaluator, CitationsStandInTheirChunks) {
  const std::vector<Candidate> candidates{chunk(1, std::string("Pr\u00e9ambule. ") + kShown),
                                          chunk(2, "The canteen serves soup at noon.")};
  Verdict verdict = judge(kTitle, candidates);
  ASSERT_FALSE(verdict.citations.empty());
  for (const Citation& citation : verdict.citations) {
    EXPECT_EQ(utf8::substr(candidates[0].content, citation.start_offset,
                           citation.end_offset - citation.start_offset),
              citation.text);
    EXPECT_EQ(citation.page_number, 1);
  }
  EXPECT_EQ(verify_citations(verdict, candidates, {}), 0U);
}

TEST(Evaluator, SaysWhatItFoundAndWhatNot) {
  const Verdict verdict =
      judge(kTitle, {chunk(1, "Fire extinguishers are inspected every three months.")});
  EXPECT_NE(verdict.reasoning.find("1 of 2 sub-checks shown"), std::string::npos);
  EXPECT_NE(verdict.reasoning.find("Depot rules.pdf, page 1"), std::string::npos);
  const Json checks = verdict.details.get("subchecks");
  ASSERT_EQ(checks.size(), 2U);
  EXPECT_EQ(checks.at(0).get("met").as_bool(), true);
  EXPECT_EQ(checks.at(1).get("met").as_bool(), false);
  EXPECT_EQ(checks.at(0).get("citations").at(0).as_integer(), 0);
  EXPECT_NE(checks.at(1).get("missingTerms").dump().find("logbook"), std::string::npos);
  const auto weak = judge("Fire extinguishers are inspected.",
                          {chunk(1, "Fire extinguishers are not inspected.")});
  EXPECT_EQ(weak.details.get("weakened").at(0).get("rule").as_string(), "negation");
}

TEST(Evaluator, WhatIsNoStatementShowsNothing) {
  const std::string title = "Fire extinguishers are inspected at least quarterly.";
  for (const char* text : {"4.2 Fire extinguishers are inspected every quarter ........ 17",
                           "\"Inspected every quarter\" means that fire extinguishers are weighed.",
                           "Customers have their fire extinguishers inspected every quarter."}) {
    const Verdict verdict = judge(title, {chunk(1, text)});
    EXPECT_LT(verdict.confidence, 0.6) << text;
  }
  const Verdict verdict = judge(title, {chunk(1,
                                              "Customers have their fire extinguishers "
                                              "inspected every quarter.")});
  EXPECT_EQ(verdict.details.get("weakened").at(0).get("rule").as_string(), "other-subject");
}

TEST(Evaluator, AQuestionIsAnsweredByWhatAClauseForbids) {
  const std::string title = "Is there a restriction on the assignment of the lease by a party?";
  const Verdict verdict =
      judge(title, {chunk(1,
                          "No party shall assign the lease; any assignment by a party without "
                          "consent is a breach of this restriction.")});
  ASSERT_EQ(verdict.details.get("subchecks").size(), 1U);
  EXPECT_FALSE(verdict.citations.empty());
  EXPECT_EQ(verdict.details.get("weakened").size(), 0U);
  EXPECT_GT(verdict.confidence, judge(title, {chunk(1, "Soup is served.")}).confidence);
}

TEST(Evaluator, SupportIsNoLessLikelyThanProof) {
  for (const char* text : {kShown, "The canteen serves soup at noon."}) {
    const Verdict verdict = judge(kTitle, {chunk(1, text)});
    EXPECT_GE(verdict.details.get("supported").as_number().value_or(-1), verdict.confidence);
  }
}

TEST(Evaluator, SameInputSameVerdict) {
  const std::vector<Candidate> candidates{chunk(1, kShown), chunk(2, "Doors are locked at night.")};
  const Verdict first = judge(kTitle, candidates);
  const Verdict second = judge(kTitle, candidates);
  EXPECT_EQ(first.confidence, second.confidence);
  EXPECT_EQ(first.reasoning, second.reasoning);
  EXPECT_EQ(first.details.dump(), second.details.dump());
}

TEST(Evaluator, KeepsToItsDeadline) {
  const BuiltinEvaluator evaluator(nullptr);
  EXPECT_THROW(static_cast<void>(
                   evaluator.evaluate(requirement(kTitle), {}, Deadline(std::chrono::seconds(-1)))),
               DeadlineExceeded);
}

TEST(Citations, WrongOnesAreDroppedAndCounted) {
  const std::vector<Candidate> candidates{chunk(1, "Doors are locked. Doors are locked.")};
  Verdict verdict;
  verdict.confidence = 0.9;
  verdict.citations.resize(4);
  verdict.citations[0].chunk = candidates[0].chunk;
  verdict.citations[0].text = "Doors are open.";
  verdict.citations[1].chunk = candidates[0].chunk;
  verdict.citations[1].text = "Doors are locked.";
  verdict.citations[1].start_offset = 18;
  verdict.citations[1].page_number = 77;
  verdict.citations[2].chunk.value = "unknown";
  verdict.citations[2].text = "Doors are locked.";
  verdict.citations[3].chunk = candidates[0].chunk;
  verdict.details = *Json::parse(R"({"subchecks":[{"label":"a","citations":[0,1,2]}],"x":1})");
  EXPECT_EQ(verify_citations(verdict, candidates, {}), 3U);
  ASSERT_EQ(verdict.citations.size(), 1U);
  EXPECT_EQ(verdict.citations[0].start_offset, 18U);
  EXPECT_EQ(verdict.citations[0].end_offset, 35U);
  EXPECT_EQ(verdict.citations[0].page_number, 1);
  EXPECT_EQ(verdict.citations[0].document, candidates[0].document);
  EXPECT_EQ(verdict.details.dump(),
            R"({"x":1,"subchecks":[{"label":"a","citations":[0]}],"droppedCitations":3})");
  EXPECT_EQ(verdict.confidence, 0.9);
}

TEST(Citations, WithoutOneTheStatusIsMissing) {
  for (const double partial : {0.40, 0.3, 0.5555}) {
    Verdict verdict;
    verdict.confidence = 0.9;
    const Thresholds limits{.complete = 0.75, .partial = partial};
    EXPECT_EQ(verify_citations(verdict, {}, limits), 0U);
    EXPECT_EQ(status_for(verdict.confidence, limits), AssessmentStatus::Missing);
  }
}

TEST(Thresholds, BoundsBelongToTheHigherStatus) {
  EXPECT_EQ(status_for(0.75, {}), AssessmentStatus::Complete);
  EXPECT_EQ(status_for(0.7499, {}), AssessmentStatus::Partial);
  EXPECT_EQ(status_for(0.40, {}), AssessmentStatus::Partial);
  EXPECT_EQ(status_for(0.3999, {}), AssessmentStatus::Missing);
  EXPECT_FALSE(valid(Thresholds{.complete = 0.3, .partial = 0.4}));
  EXPECT_FALSE(valid(Thresholds{.complete = 1.1, .partial = 0.4}));
}

TEST(Remediation, NamesTheOpenPoints) {
  const Verdict verdict =
      judge(kTitle, {chunk(1, "Fire extinguishers are inspected every three months.")});
  const TaskText task = remediation_task(requirement(kTitle), AssessmentStatus::Partial, verdict);
  EXPECT_TRUE(task.title.starts_with("Complete the evidence for 1.1: "));
  EXPECT_LE(utf8::length(task.title), 200U);
  EXPECT_NE(task.description.find("- the result is recorded in a logbook"), std::string::npos);
  EXPECT_EQ(task.description.find("- Fire extinguishers are inspected"), std::string::npos);
  EXPECT_NE(task.description.find("Would show it: "), std::string::npos);
  EXPECT_NE(task.description.find("inspection record"), std::string::npos);
}

TEST(Remediation, AFailedAssessmentHasATaskToo) {
  const TaskText task =
      remediation_task(requirement(std::string(400, 'x')), AssessmentStatus::Failed, {});
  EXPECT_LE(utf8::length(task.title), 200U);
  EXPECT_FALSE(task.description.empty());
}

}  // namespace
}  // namespace assay::assess
