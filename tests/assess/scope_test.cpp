// SPDX-License-Identifier: Apache-2.0
// Passages that say what is asked of something else: of another member of a list, of somebody else.
#include "pipeline/assess/support/scope.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "pipeline/assess/judge/evaluator.hpp"

namespace assay::assess {
namespace {

// Whether the sentence names the first part of the requirement and not the second.
bool of_first(const std::string& requirement, const std::string& sentence,
              const std::string& heading = "") {
  const auto checks = sub_checks(requirement);
  const auto sibling = Sibling::of(checks.at(1), checks.at(0));
  Candidate candidate;
  candidate.document.value = "d";
  candidate.chunk.value = "c";
  candidate.file_name = "notes.txt";
  candidate.heading_path = heading;
  candidate.content = sentence;
  const Reading reading = read_passages(std::span(&candidate, 1));
  return sibling && sibling->named_alone(reading.passages.at(0), reading.headings.at(0));
}

TEST(Siblings, TheOtherMemberOfAList) {
  const std::string gates = "Inner gates and outer gates are locked at night.";
  EXPECT_TRUE(of_first(gates, "The inner gates are locked at ten."));
  EXPECT_FALSE(of_first(gates, "The outer gates are locked at ten."));
  EXPECT_FALSE(of_first(gates, "The inner and the outer gates are locked at ten."));
  EXPECT_FALSE(of_first(gates, "The gates are locked at ten."));
  EXPECT_FALSE(of_first(gates, "The inner gates are locked last.", "Outer gates"));
  EXPECT_FALSE(of_first(gates, "Inner gates: locked; Hour: ten"));  // a cell for each
}

TEST(Siblings, PeopleAndRowsOfATable) {
  const std::string files = "Drivers' and employees' lockers are kept shut.";
  EXPECT_TRUE(of_first(files, "Lockers of drivers are kept shut."));
  EXPECT_FALSE(of_first(files, "Lockers of employees are kept shut."));
  const std::string gates = "Inner gates and roof hatches are locked at night.";
  EXPECT_TRUE(of_first(gates, "Group: inner gates; Locked: yes"));
  EXPECT_FALSE(of_first(gates, "Group: roof hatches; Locked: yes"));
}

TEST(Siblings, ADenialIsOfTheOneItNames) {
  const auto checks = sub_checks("The alarm plan is printed and rehearsed.");
  Candidate candidate;
  candidate.document.value = "d";
  candidate.chunk.value = "c";
  candidate.content = "The alarm plan has not been rehearsed.";
  const Reading reading = read_passages(std::span(&candidate, 1));
  const Passage& said = reading.passages.at(0);
  ASSERT_EQ(said.weakenings.size(), 1U);
  EXPECT_TRUE(reaches_only(checks.at(1), checks.at(0), said, said.weakenings[0]));
  EXPECT_FALSE(reaches_only(checks.at(0), checks.at(1), said, said.weakenings[0]));
}

TEST(Siblings, PartsToldApartByAName) {
  const std::string sites = "Drills are held at the Leeds site and at the Porto site.";
  EXPECT_TRUE(of_first(sites, "A drill was held at the Leeds site in May."));
  EXPECT_TRUE(of_first(sites, "Site: Leeds; Drill: May; Persons: 40"));
  EXPECT_FALSE(of_first(sites, "A drill was held at the Porto site in May."));
  EXPECT_FALSE(of_first(sites, "A drill was held at each site in May."));
}

bool another(const std::string& requirement, const std::string& sentence) {
  Candidate candidate;
  candidate.document.value = "d";
  candidate.chunk.value = "c";
  candidate.file_name = "notes.txt";
  candidate.content = sentence;
  const Reading reading = read_passages(std::span(&candidate, 1));
  return has_other_subject(sub_checks(requirement).front(), reading.passages.at(0), reading);
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
