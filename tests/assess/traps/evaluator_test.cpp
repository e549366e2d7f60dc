// SPDX-License-Identifier: Apache-2.0
// The built-in evaluator as a whole: what it holds to be shown, and how it says so.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "core/base/states.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/assess/explain/citations.hpp"
#include "pipeline/assess/explain/explanation.hpp"
#include "tests/assess/traps/judged.hpp"

namespace assay::assess {
namespace {

constexpr const char* kTitle =
    "Fire extinguishers are inspected at least quarterly, and the result is recorded in a logbook.";
constexpr const char* kShown =
    "Fire extinguishers are inspected every three months by the warden. The result of each "
    "inspection is recorded in the logbook of the depot.";

TEST(Evaluator, AHeadingMovesNoVerdict) {
  const std::vector<Candidate> candidates{paper(1, kShown)};
  for (const char* title : {kTitle, "Are fire extinguishers inspected quarterly?"}) {
    RequirementText headed = requirement(title);
    headed.criterion_title = "Public Fire Extinguisher Inspection Matrix";
    EXPECT_EQ(judge(headed, candidates).confidence, judge(title, candidates).confidence);
  }
}

TEST(Evaluator, ShownPartlyShownNotShown) {
  const double shown = judge(kTitle, {paper(1, kShown)}).confidence;
  const double partly =
      judge(kTitle, {paper(1, "Fire extinguishers are inspected every three months.")}).confidence;
  EXPECT_GE(shown, Thresholds{}.complete);
  EXPECT_LT(partly, shown);
  EXPECT_EQ(status(kTitle, {paper(1, "The canteen serves soup at noon.")}),
            AssessmentStatus::Missing);
  EXPECT_EQ(status(kTitle, {}), AssessmentStatus::Missing);
}

TEST(Evaluator, WhatWeakensLowersTheConfidence) {
  const std::string title = "Fire extinguishers are inspected at least quarterly.";
  const double shown =
      judge(title, {paper(1, "Fire extinguishers are inspected every quarter.")}).confidence;
  EXPECT_GE(shown, 0.75);
  for (const char* weaker :
       {"Fire extinguishers are inspected once a year.",
        "Fire extinguishers are not inspected every quarter.",
        "An inspection of fire extinguishers every quarter will be introduced.",
        "Status: draft. Fire extinguishers are inspected every quarter."}) {
    EXPECT_LT(judge(title, {paper(1, weaker)}).confidence, shown) << weaker;
  }
}

TEST(Evaluator, ADateAskedForMustBeThere) {
  const std::string title = "The date of the fire inspection is recorded.";
  EXPECT_GT(judge(title, {paper(1, "Date of fire inspection: 12 January 2026")}).confidence,
            judge(title, {paper(1, "Date of fire inspection: TBD")}).confidence);
}

TEST(Evaluator, CitationsStandInTheirChunks) {
  const std::vector<Candidate> candidates{paper(1, std::string("Pr\u00e9ambule. ") + kShown),
                                          paper(2, "The canteen serves soup at noon.")};
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

constexpr const char* kTwoParts =
    "Backups are taken every day, and restores are tested at least once a year.";
constexpr const char* kOnePart =
    "Backups of all servers are taken every night by the operations team.";

TEST(Evaluator, SaysWhatItFoundAndWhatNot) {
  const Verdict verdict = judge(kTwoParts, {paper(1, kOnePart)});
  EXPECT_TRUE(verdict.reasoning.starts_with("1 of 2 sub-checks shown.")) << verdict.reasoning;
  EXPECT_NE(verdict.reasoning.find("Depot rules.pdf, page 1"), std::string::npos);
  const Json checks = verdict.details.get("subchecks");
  ASSERT_EQ(checks.size(), 2U);
  EXPECT_EQ(checks.at(0).get("met").as_bool(), true);
  EXPECT_EQ(checks.at(1).get("met").as_bool(), false);
  EXPECT_EQ(checks.at(0).get("citations").at(0).as_integer(), 0);
  EXPECT_EQ(checks.at(1).get("missingTerms").dump(), R"(["restores"])");
}

// "Not shown" without the passage that comes nearest would leave its reader to search.
TEST(Evaluator, SaysWhatIsNearAndWhyItIsNotEnough) {
  const Verdict denied = judge("Fire extinguishers are inspected.",
                               {paper(1, "Fire extinguishers are not inspected.")});
  EXPECT_EQ(denied.details.get("weakened").at(0).get("rule").as_string(), "negation");
  EXPECT_NE(denied.reasoning.find("; but it is denied)."), std::string::npos) << denied.reasoning;
  const Verdict others =
      judge("A fire drill is held.", {paper(1, "A fire drill is planned for next year.")});
  EXPECT_NE(others.reasoning.find("closest: Depot rules.pdf, page 1"), std::string::npos);
  EXPECT_NE(others.reasoning.find("it is only planned"), std::string::npos) << others.reasoning;
}

TEST(Evaluator, SupportIsNoLessLikelyThanProof) {
  for (const char* text : {kShown, "The canteen serves soup at noon."}) {
    const Verdict verdict = judge(kTitle, {paper(1, text)});
    EXPECT_GE(verdict.details.get("supported").as_number().value_or(-1), verdict.confidence);
  }
}

TEST(Evaluator, SameInputSameVerdict) {
  const std::vector<Candidate> candidates{paper(1, kShown), paper(2, "Doors are locked at night.")};
  const Verdict first = judge(kTitle, candidates);
  const Verdict second = judge(kTitle, candidates);
  EXPECT_EQ(first.confidence, second.confidence);
  EXPECT_EQ(first.reasoning, second.reasoning);
  EXPECT_EQ(first.details.dump(), second.details.dump());
}

TEST(Evaluator, KeepsToItsDeadline) {
  const BuiltinEvaluator evaluator;
  EXPECT_THROW(static_cast<void>(
                   evaluator.evaluate(requirement(kTitle), {}, Deadline(std::chrono::seconds(-1)))),
               DeadlineExceeded);
}

TEST(Citations, WrongOnesAreDroppedAndCounted) {
  const std::vector<Candidate> candidates{paper(1, "Doors are locked. Doors are locked.")};
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
  const Verdict verdict = judge(kTwoParts, {paper(1, kOnePart)});
  const TaskText task =
      remediation_task(requirement(kTwoParts), AssessmentStatus::Partial, verdict);
  EXPECT_TRUE(task.title.starts_with("Complete the evidence for 1.1: "));
  EXPECT_LE(utf8::length(task.title), 200U);
  EXPECT_NE(task.description.find("- restores are tested at least once a year"), std::string::npos);
  EXPECT_EQ(task.description.find("- Backups are taken"), std::string::npos);
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
