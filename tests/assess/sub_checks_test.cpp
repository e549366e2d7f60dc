// SPDX-License-Identifier: Apache-2.0
// Requirements taken apart: clauses, points of a list, measures.
#include "pipeline/assess/support/sub_checks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::assess {
namespace {

using Texts = std::vector<std::string>;

Texts parts(std::string_view title) {
  Texts out;
  for (const SubCheck& check : sub_checks(title)) out.push_back(check.text);
  return out;
}

TEST(SubChecks, AreWholeClauses) {
  EXPECT_EQ(parts("Doors are locked at night."), (Texts{"Doors are locked at night"}));
  EXPECT_EQ(parts("Doors are locked at night, and the keys are counted every morning."),
            (Texts{"Doors are locked at night", "the keys are counted every morning"}));
  EXPECT_EQ(parts("Doors are locked; windows are closed."),
            (Texts{"Doors are locked", "windows are closed"}));
  EXPECT_EQ(parts("The gate is locked at night. The guard counts the keys."),
            (Texts{"The gate is locked at night", "The guard counts the keys"}));
}

// A list taken apart would read like no sentence that anybody wrote.
TEST(SubChecks, ListsStayWhole) {
  for (const char* title :
       {"Doors, windows and hatches in the depot are locked at night",
        "Keys are collected and counted in the evening",
        "The lease shall lay down the rent, the term and the duties in case of fire",
        "Guards' and drivers' lockers are kept shut",
        "Rules for keys are laid down, covering doors, gates and windows",
        "Guards are instructed on hire and annually thereafter"}) {
    EXPECT_EQ(parts(title), Texts{title});
  }
}

TEST(SubChecks, SecondVerbsHaveTheFirstSubject) {
  EXPECT_EQ(parts("The depot shall write rules and make them known to guards."),
            (Texts{"The depot shall write rules", "The depot shall make them known to guards"}));
  EXPECT_EQ(parts("Keys have four digits and must be changed after a theft."),
            (Texts{"Keys have four digits", "Keys must be changed after a theft"}));
  EXPECT_EQ(parts("The guard closes the gate and keeps records of it."),
            (Texts{"The guard closes the gate", "The guard keeps records of it"}));
  EXPECT_EQ(parts("Locks must be inspected and the results recorded."),
            (Texts{"Locks must be inspected", "the results must be recorded"}));
}

TEST(SubChecks, PointsOfAList) {
  EXPECT_EQ(parts("The plan names:\na) the guards and their deputies\nb) the gates"),
            (Texts{"The plan names the guards and their deputies", "The plan names the gates"}));
  EXPECT_EQ(parts("Guards have to (1) lock the gate, (2) count the keys and (3) sign."),
            (Texts{"Guards have to lock the gate", "Guards have to count the keys",
                   "Guards have to sign"}));
}

TEST(SubChecks, WhatIsOneThingStaysWhole) {
  EXPECT_EQ(parts("The depot shall obtain and evaluate reports of its guards every year.").size(),
            1U);
  EXPECT_EQ(parts("A register of legal and other duties of the depot is kept.").size(), 1U);
  EXPECT_EQ(parts("Guests are told without delay and no later than ten o'clock.").size(), 1U);
  EXPECT_EQ(parts("Keys are hidden or destroyed.").size(), 1U);
  EXPECT_EQ(parts("Duties are defined and assigned to guards.").size(), 1U);
}

TEST(SubChecks, AnyTitleGivesAtLeastOne) {
  for (const char* title : {"", "the", "...", "and", "and and and", ", and , and", "of; and; or"}) {
    EXPECT_GE(sub_checks(title).size(), 1U) << title;
  }
  std::string endless = "Doors";
  for (int i = 0; i < 500; ++i) endless += ", gate number " + std::to_string(i);
  endless += " and windows are locked.";
  EXPECT_LE(sub_checks(endless).size(), kMaxSubChecks);
}

TEST(SubChecks, Measures) {
  const auto reviews = sub_checks("Locks are inspected at least quarterly.");
  ASSERT_EQ(reviews.at(0).quantities.size(), 1U);
  EXPECT_EQ(reviews[0].quantities[0].kind, QuantityKind::Frequency);
  // A condition is no measure, and a measure may stand before the verb.
  const auto orders = sub_checks("Orders above 5,000 euro require two quotations.").at(0);
  ASSERT_EQ(orders.quantities.size(), 1U);
  EXPECT_EQ(orders.quantities[0].value, 2);
  EXPECT_EQ(sub_checks("At least 95 % of all doors are locked.").at(0).quantities.size(), 1U);
}

TEST(SubChecks, ConditionsAndAlternativesAreNoMeasures) {
  const auto idle = sub_checks("Lockers unused for more than 90 days are cleared.").front();
  ASSERT_EQ(idle.quantities.size(), 1U);
  EXPECT_EQ(idle.quantities[0].bound, Bound::AtMost);
  const auto either = sub_checks("Radio links must use WPA3 or WPA2.").front();
  ASSERT_EQ(either.quantities.size(), 1U);
  EXPECT_EQ(either.quantities[0].value, 2);
}

}  // namespace
}  // namespace assay::assess
