// SPDX-License-Identifier: Apache-2.0
// Sentences that say what is asked of something or somebody else.
#include "pipeline/assess/subjects.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pipeline/assess/evaluator.hpp"

namespace assay::assess {
namespace {

bool another(const std::string& requirement, const std::string& sentence) {
  Candidate candidate;
  candidate.document.value = "d";
  candidate.chunk.value = "c";
  candidate.file_name = "notes.txt";
  candidate.content = sentence;
  const Reading reading = read_passages(std::span(&candidate, 1));
  return speaks_of_another(sub_checks(requirement).front(), reading.passages.at(0), reading);
}

TEST(Subjects, OtherPeople) {
  const std::string asked = "Employees must wear safety shoes in the hall.";
  EXPECT_TRUE(another(asked, "Visitors must wear safety shoes in the hall."));
  EXPECT_FALSE(another(asked, "Workers must wear safety shoes in the hall."));
  EXPECT_FALSE(another(asked, "Visitors and employees must wear safety shoes in the hall."));
}

TEST(Subjects, TheSameNounWithAnotherAttribute) {
  const std::string asked = "The production network is protected by an intrusion detection system.";
  EXPECT_TRUE(another(asked, "An intrusion detection system watches the office network."));
  EXPECT_FALSE(another(asked, "An intrusion detection system watches the production network."));
  EXPECT_FALSE(another(asked, "An intrusion detection system watches the network."));
}

TEST(Subjects, WhatIsDoneToAnotherSystemThanTheOneAsked) {
  const std::string asked = "Logging is enabled on the payroll system.";
  EXPECT_TRUE(another(asked, "Logging is enabled on the gate system."));
  EXPECT_FALSE(another(asked, "Logging is enabled on the system."));
  EXPECT_FALSE(another(asked, "Logging is enabled on the payroll system and on the gate system."));
}

TEST(Subjects, PartsToldApartByAName) {
  const auto checks = sub_checks("Drills are held at the Leeds site and at the Porto site.");
  ASSERT_EQ(checks.size(), 2U);
  const auto of_leeds = [&checks](const std::string& sentence) {
    Candidate candidate;
    candidate.document.value = "d";
    candidate.chunk.value = "c";
    candidate.file_name = "notes.txt";
    candidate.content = sentence;
    const Reading reading = read_passages(std::span(&candidate, 1));
    return names_sibling_only(checks[1], checks[0], reading.passages.at(0), reading.headings.at(0));
  };
  EXPECT_TRUE(of_leeds("A drill was held at the Leeds site in May."));
  EXPECT_TRUE(of_leeds("Site: Leeds; Drill: May; Persons: 40"));
  EXPECT_FALSE(of_leeds("A drill was held at the Porto site in May."));
  EXPECT_FALSE(of_leeds("A drill was held at each site in May."));
}

TEST(Subjects, ARowSaysThatItIsOfNoneOfThem) {
  const std::string asked = "Fragile crates are lifted by two persons.";
  EXPECT_TRUE(another(asked, "Crate: 17; Fragile: no; Lifted by: one person"));
  EXPECT_FALSE(another(asked, "Crate: 18; Fragile: yes; Lifted by: one person"));
}

TEST(Subjects, TheOtherMemberOfAList) {
  const auto checks = sub_checks("Inner gates and outer gates are locked at night.");
  ASSERT_EQ(checks.size(), 2U);
  const auto of_other = [&checks](const std::string& sentence, const std::string& heading) {
    Candidate candidate;
    candidate.document.value = "d";
    candidate.chunk.value = "c";
    candidate.file_name = "notes.txt";
    candidate.heading_path = heading;
    candidate.content = sentence;
    const Reading reading = read_passages(std::span(&candidate, 1));
    return names_sibling_only(checks[1], checks[0], reading.passages.at(0), reading.headings.at(0));
  };
  EXPECT_TRUE(of_other("The inner gates are locked at ten.", ""));
  EXPECT_FALSE(of_other("The outer gates are locked at ten.", ""));
  EXPECT_FALSE(of_other("The inner and the outer gates are locked at ten.", ""));
  EXPECT_FALSE(of_other("The gates are locked at ten.", ""));
  EXPECT_FALSE(of_other("The inner gates are locked last.", "Outer gates"));
  EXPECT_FALSE(of_other("Inner gates: locked; Hour: ten", ""));  // a cell for each
}

}  // namespace
}  // namespace assay::assess
