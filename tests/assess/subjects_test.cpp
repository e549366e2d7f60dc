// SPDX-License-Identifier: Apache-2.0
// Sentences that say what is asked of something or somebody else.
#include "pipeline/assess/support/scope.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pipeline/assess/judge/evaluator.hpp"

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

TEST(Subjects, ANounWithinAnotherIsNoSubject) {
  EXPECT_FALSE(another("Key lists are protected.", "The paper list holder is protected."));
}

TEST(Subjects, WhatOthersOwnAndOtherEnvironments) {
  EXPECT_TRUE(
      another("The depot checks its own guards.", "The depot checks the visitor's guards."));
  EXPECT_FALSE(another("The depot checks guards.", "The depot checks the visitor's guards."));
  const std::string live = "Production gates are logged.";
  EXPECT_TRUE(another(live, "In the test environment all gates are logged."));
  EXPECT_FALSE(another(live, "Gates are logged in the test environment and in production."));
}

TEST(Subjects, ARowSaysThatItIsOfNoneOfThem) {
  const std::string asked = "Fragile crates are lifted by two persons.";
  EXPECT_TRUE(another(asked, "Crate: 17; Fragile: no; Lifted by: one person"));
  EXPECT_FALSE(another(asked, "Crate: 18; Fragile: yes; Lifted by: one person"));
  const std::string handling = "Firms that handle fragile crates shall report breaks.";
  EXPECT_TRUE(another(handling, "Firm: Lund; Handle fragile crates: no; Reports: n/a"));
  EXPECT_FALSE(another(handling, "Firm: Osei; Handle fragile crates: yes; Reports: 2"));
}

}  // namespace
}  // namespace assay::assess
