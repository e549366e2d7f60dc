// SPDX-License-Identifier: Apache-2.0
// Requirements taken apart: clauses, lists, alternatives, quantities, wanted facts.
#include "pipeline/assess/requirement_parts.hpp"

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

TEST(SubChecks, ClausesAndLists) {
  EXPECT_EQ(parts("Doors are locked at night."), (Texts{"Doors are locked at night"}));
  EXPECT_EQ(parts("Doors are locked at night, and the keys are counted every morning."),
            (Texts{"Doors are locked at night", "the keys are counted every morning"}));
  EXPECT_EQ(parts("Doors are locked; windows are closed."),
            (Texts{"Doors are locked", "windows are closed"}));
  EXPECT_EQ(
      parts("Doors, windows and hatches in the depot are locked at night."),
      (Texts{"Doors in the depot are locked at night", "windows in the depot are locked at night",
             "hatches in the depot are locked at night"}));
  EXPECT_EQ(parts("Keys are collected and counted in the evening."),
            (Texts{"Keys are collected in the evening", "Keys are counted in the evening"}));
  EXPECT_EQ(parts("Locks are used for all doors and for all windows."),
            (Texts{"Locks are used for all doors", "Locks are used for all windows"}));
}

TEST(SubChecks, WhatIsOneThingStaysWhole) {
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
  EXPECT_LE(sub_checks(endless).size(), kMostSubChecks);
}

TEST(SubChecks, QuantitiesAndFacts) {
  const auto reviews = sub_checks("Locks are inspected at least quarterly.");
  ASSERT_EQ(reviews.at(0).quantities.size(), 1U);
  EXPECT_EQ(reviews[0].quantities[0].kind, QuantityKind::Frequency);
  // A condition is no measure, and a measure may stand before the verb.
  const auto orders = sub_checks("Orders above 5,000 euro require two quotations.").at(0);
  ASSERT_EQ(orders.quantities.size(), 1U);
  EXPECT_EQ(orders.quantities[0].value, 2);
  EXPECT_EQ(sub_checks("At least 95 % of all doors are locked.").at(0).quantities.size(), 1U);
  EXPECT_TRUE(sub_checks("The date of inspection is noted.").at(0).wants_date);
  EXPECT_FALSE(sub_checks("The list is kept up to date.").at(0).wants_date);
  EXPECT_TRUE(sub_checks("Each lock has a named owner.").at(0).wants_name);
  EXPECT_TRUE(sub_checks("Spare keys are not used by guests.").at(0).negated);
  EXPECT_FALSE(sub_checks("Keys that are no longer needed are melted.").at(0).negated);
}

TEST(SubChecks, AlternativesShareANumber) {
  const auto checks = sub_checks("Keys are melted or crushed.");
  int joined = 0;
  for (const AskedWord& asked : checks.at(0).words) joined += asked.alternative == 0 ? 1 : 0;
  EXPECT_EQ(joined, 2);
}

}  // namespace
}  // namespace assay::assess
