// SPDX-License-Identifier: Apache-2.0
// What records show: how often by their days, registers of faults.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/assess/judged.hpp"

namespace assay::assess {
namespace {

Candidate chunk(int number, std::string content) {
  return paper(number, "", std::move(content));
}

TEST(Records, WhenItIsDueNextTellsHowOften) {
  const std::string title = "Scales are calibrated every six months.";
  const auto row = [](const std::string& next) {
    return std::vector{chunk(1, "Scales: W1; Calibrated: 2025-03-01; Next: " + next)};
  };
  EXPECT_GT(judge(title, row("2025-08-30")).confidence, judge(title, row("2026-03-01")).confidence);
  EXPECT_GT(
      judge(title, {chunk(1, "Scales: W1; Calibrated: yes; Interval: 6 months")}).confidence,
      judge(title, {chunk(1, "Scales: W1; Calibrated: yes; Interval: 12 months")}).confidence);
}

TEST(Records, RepeatedDaysTellHowOften) {
  const std::string title = "Scales are calibrated at least every two years.";
  const auto calibrated = [&title](const std::string& first, const std::string& second) {
    const std::string row =
        "Scales: W1; Calibrated: " + first + "; Calibrated: " + second + "; Calibrated: 08.05.2024";
    return judge(title, {chunk(1, row)}).confidence;
  };
  EXPECT_GT(calibrated("12.05.2022", "10.05.2023"), calibrated("12.05.2015", "10.05.2019"));
}

TEST(Records, SeveralDocumentsTellHowOften) {
  const std::string title = "The warden reviews the key register at least once a year.";
  const Candidate first = chunk(1, "On 8 December 2022 the warden reviewed the key register.");
  const Candidate second = chunk(2, "On 30 November 2023 the warden reviewed the key register.");
  EXPECT_EQ(status(title, {first, second}), AssessmentStatus::Complete);
  EXPECT_EQ(status(title, {first}), AssessmentStatus::Partial);
  // Two days of one and the same review say nothing of the next.
  EXPECT_EQ(status(title, {first, chunk(2,
                                        "On 9 December 2022 the warden reviewed the rest of the "
                                        "key register.")}),
            AssessmentStatus::Partial);
}

TEST(Records, ARegisterOfFaultsIsNoDenial) {
  const std::string title = "Faults of the gates are listed with the person responsible.";
  EXPECT_EQ(status(title, {chunk(1,
                                 "Faults of the gates: gate 4 does not close; Person "
                                 "responsible: K. Lund; Listed: 2025-03-01")}),
            AssessmentStatus::Complete);
}

TEST(Records, WhatTheRequirementLetsOutTakesNothingAway) {
  const std::string shown = "All guards wear a badge. Guards on patrol are exempt.";
  EXPECT_EQ(status("Guards wear a badge unless they are on patrol.", {chunk(1, shown)}),
            AssessmentStatus::Complete);
  EXPECT_EQ(status("Guards wear a badge.", {chunk(1, shown)}), AssessmentStatus::Partial);
}

TEST(Records, WhatIsLetOutWhollyIsNotShown) {
  const std::string title = "Hatches of the depot are locked at night.";
  const std::string rule = "Gates, doors and hatches of the depot are locked at night. ";
  EXPECT_EQ(status(title, {chunk(1, rule + "Two hatches of the roof are exempt.")}),
            AssessmentStatus::Partial);
  EXPECT_EQ(status(title, {chunk(1, rule + "Hatches of the depot are exempt.")}),
            AssessmentStatus::Missing);
}

TEST(Records, AFieldIsDeniedByItsValue) {
  const std::string title = "Fire insurance is held for the depot.";
  EXPECT_EQ(status(title, {chunk(1, "Fire insurance for the depot: held since 2019.")}),
            AssessmentStatus::Complete);
  EXPECT_EQ(status(title, {chunk(1, "Fire insurance for the depot: not held.")}),
            AssessmentStatus::Missing);
}

TEST(Records, OneOfTwoThingsInPartIsNotAll) {
  const std::string title = "All guards wear a badge, and the gate is locked at night.";
  EXPECT_EQ(status(title, {chunk(1,
                                 "All guards wear a badge. Guards on patrol are exempt. The "
                                 "office is cleaned on Friday."),
                           chunk(2, "The gate is locked at night.")}),
            AssessmentStatus::Partial);
}

}  // namespace
}  // namespace assay::assess
