// SPDX-License-Identifier: Apache-2.0
// What documents deny, let out, leave open or say of something else, through the whole evaluator.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/assess/judged.hpp"

namespace assay::assess {
namespace {

Candidate section(Candidate of, std::string heading, std::string content) {
  of.chunk.value.back() = 'a';
  of.chunk_index = 1;
  of.heading_path = std::move(heading);
  of.content = std::move(content);
  return of;
}

using enum AssessmentStatus;

TEST(Denials, WhatIsNamedOnlyToBeDeniedIsNotShown) {
  const std::string title = "Drivers enter the depot through the barrier with a badge.";
  EXPECT_EQ(status(title, {paper(1, "",
                                 "Drivers enter the depot through the open gate. A badge is not "
                                 "used; the barrier was switched off in May.")}),
            Missing);
  EXPECT_EQ(status(title, {paper(1, "",
                                 "Drivers enter the depot through the barrier with their badge. "
                                 "The old gate is not used.")}),
            Complete);
}

TEST(Denials, AnExceptionInAnotherSectionCounts) {
  const std::string title = "Keys of the depot are counted every evening.";
  const Candidate rule = paper(1, "Rule", "Keys of the depot are counted every evening.");
  EXPECT_EQ(status(title, {rule, section(rule, "Let out",
                                         "The roof hatches are exempt from "
                                         "counting.")}),
            Partial);
  EXPECT_EQ(status(title, {rule, section(rule, "Roof", "The roof hatches are painted green.")}),
            Complete);
}

TEST(Denials, WhatIsExemptFromTheDocumentIsExemptFromItsRule) {
  const std::string title = "Crates of the depot are weighed before they leave.";
  const Candidate rule = paper(1, "Rule", "Crates of the depot are weighed before they leave.");
  EXPECT_EQ(status(title, {rule, section(rule, "Let out",
                                         "Two firms are exempt from this "
                                         "procedure.")}),
            Partial);
}

TEST(Denials, OfTwoDocumentsTheContraryOneIsNoProof) {
  const std::string title = "Guards use separate keys for the gate and the store.";
  EXPECT_EQ(status(title, {paper(1, "", "Guards use separate keys for the gate and the store."),
                           paper(2, "",
                                 "Guards use one key for all, both the gate and the store. "
                                 "Separate keys are not issued to guards.")}),
            Partial);
}

TEST(Denials, AnApprovedExceptionInARegisterIsNoDenial) {
  const std::string title = "Locks of the depot shall be supported by their maker.";
  const Candidate rule = paper(1, "", "All locks of the depot are supported by their maker.");
  const std::string row = "Lock: hatch 7 of the depot; Deviation: not supported by its maker";
  EXPECT_EQ(status(title, {rule, paper(2, "",
                                       row + "; Approved by: warden; Expires: 2025-12-31; "
                                             "Compensating measure: isolated hatch")}),
            Complete);
  EXPECT_EQ(status(title, {rule, paper(2, "", row + "; Place: roof")}), Partial);
}

TEST(Denials, APlaceholderLeavesItsSectionOpen) {
  const std::string title = "An evacuation route exists for each hall.";
  const Candidate halls = paper(1, "Halls", "The depot has three halls for crates.");
  EXPECT_EQ(status(title, {section(halls, "Evacuation route", "To be determined."), halls}),
            Missing);
}

TEST(Denials, AQuestionShowsNothingWithoutItsAnswer) {
  const std::string title = "The gate of the depot is locked at night.";
  const std::string asked = "Is the gate of the depot locked at night? ";
  EXPECT_EQ(status(title, {paper(1, "", asked + "Yes, by the guard.")}), Complete);
  EXPECT_EQ(status(title, {paper(1, "", asked + "No, the guard has left.")}), Missing);
  EXPECT_EQ(status(title, {paper(1, "", asked + "Please ask the guard.")}), Missing);
}

TEST(Denials, TheProgrammeOfAYearIsAnAnnualOne) {
  const auto confidence = [](const std::string& file) {
    return judge("The warden draws up an annual drill programme for the gates.",
                 {paper(1, "Drill programme for the gates",
                        "Drill: gate fire; Gate: north; Month: May", file)})
        .confidence;
  };
  EXPECT_GT(confidence("Drills_2025.xlsx"), confidence("Drills.xlsx"));
}

TEST(Denials, OthersDeedsAreNotOurs) {
  const std::string own = "The depot checks the papers of its own customers at the gate.";
  EXPECT_EQ(status(own, {paper(1, "", "Ostrava checks the papers of its customers at the gate.",
                               "supplier-letter.pdf"),
                         section(paper(1, "", "", "supplier-letter.pdf"), "",
                                 "We received this from our supplier Ostrava.")}),
            Missing);
  const std::string live = "The production gate is locked at night.";
  EXPECT_EQ(status(live, {paper(1, "", "In the test environment the gate is locked at night.")}),
            Missing);
}

}  // namespace
}  // namespace assay::assess
