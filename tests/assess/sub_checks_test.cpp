// SPDX-License-Identifier: Apache-2.0
// Requirements taken apart: clauses, lists, alternatives, quantities, wanted facts.
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

// Each member takes the place of the list, so that what stands before and behind it stays.
TEST(SubChecks, MembersKeepTheirVerbAndTheirPhrase) {
  EXPECT_EQ(parts("The lease shall lay down the rent, the term and the duties in case of fire."),
            (Texts{"The lease shall lay down the rent", "The lease shall lay down the term",
                   "The lease shall lay down the duties in case of fire"}));
  EXPECT_EQ(parts("Guards must wear safety shoes and reflective vests."),
            (Texts{"Guards must wear safety shoes", "Guards must wear reflective vests"}));
  EXPECT_EQ(parts("Everybody in the yard wears shoes, helmet and gloves."),
            (Texts{"Everybody in the yard wears shoes", "Everybody in the yard wears helmet",
                   "Everybody in the yard wears gloves"}));
  EXPECT_EQ(parts("Rules for keys are laid down, covering doors, gates and windows."),
            (Texts{"Rules for keys are laid down, covering doors",
                   "Rules for keys are laid down, covering gates",
                   "Rules for keys are laid down, covering windows"}));
  EXPECT_EQ(parts("Guests are registered at the gate and escorted while they are in the yard."),
            (Texts{"Guests are registered at the gate",
                   "Guests are escorted while they are in the yard"}));
  EXPECT_EQ(parts("Gate rules are documented and rehearsed twice a year."),
            (Texts{"Gate rules are documented", "Gate rules are rehearsed twice a year"}));
  EXPECT_EQ(parts("Keys are tagged and stored in a steel cabinet."),
            (Texts{"Keys are tagged", "Keys are stored in a steel cabinet"}));
  EXPECT_EQ(parts("Entry is restricted to named guards and recorded."),
            (Texts{"Entry is restricted to named guards", "Entry is recorded"}));
  EXPECT_EQ(parts("Guards are instructed on hire and annually thereafter."),
            (Texts{"Guards are instructed on hire", "Guards are instructed annually thereafter"}));
  EXPECT_EQ(parts("Rules exist for issuing, storing and changing keys."),
            (Texts{"Rules exist for issuing keys", "Rules exist for storing keys",
                   "Rules exist for changing keys"}));
}

TEST(SubChecks, EachMemberHasItsOwn) {
  EXPECT_EQ(parts("Guards' and drivers' lockers are kept shut."),
            (Texts{"Guards lockers are kept shut", "drivers' lockers are kept shut"}));
  EXPECT_EQ(parts("Forms exist for requests for keys and requests for badges."),
            (Texts{"Forms exist for requests for keys", "Forms exist for requests for badges"}));
  EXPECT_EQ(parts("The manual describes how crates are moved and how they are stored."),
            (Texts{"The manual describes how crates are moved",
                   "The manual describes how crates are stored"}));
  EXPECT_EQ(parts("The rules describe the search of guests and the talk with the press."),
            (Texts{"The rules describe the search of guests",
                   "The rules describe the talk with the press"}));
  EXPECT_EQ(parts("The depot has a rule describing how thefts are found and reported."),
            (Texts{"The depot has a rule describing how thefts are found",
                   "The depot has a rule describing how thefts are reported"}));
  EXPECT_EQ(parts("Guards are checked before they are hired and rechecked at least once a year."),
            (Texts{"Guards are checked before they are hired",
                   "Guards are rechecked at least once a year"}));
  EXPECT_EQ(parts("Thefts shall be defined and reported to the warden."),
            (Texts{"Thefts shall be defined", "Thefts shall be reported to the warden"}));
  EXPECT_EQ(parts("The depot has a plan naming duties, numbers and the steps of an alarm."),
            (Texts{"The depot has a plan naming duties", "The depot has a plan naming numbers",
                   "The depot has a plan naming the steps of an alarm"}));
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

TEST(SubChecks, QuantitiesAndBans) {
  const auto reviews = sub_checks("Locks are inspected at least quarterly.");
  ASSERT_EQ(reviews.at(0).quantities.size(), 1U);
  EXPECT_EQ(reviews[0].quantities[0].kind, QuantityKind::Frequency);
  // A condition is no measure, and a measure may stand before the verb.
  const auto orders = sub_checks("Orders above 5,000 euro require two quotations.").at(0);
  ASSERT_EQ(orders.quantities.size(), 1U);
  EXPECT_EQ(orders.quantities[0].value, 2);
  EXPECT_EQ(sub_checks("At least 95 % of all doors are locked.").at(0).quantities.size(), 1U);
  EXPECT_TRUE(sub_checks("Spare keys are not used by guests.").at(0).negated);
  EXPECT_FALSE(sub_checks("Keys that are no longer needed are melted.").at(0).negated);
}

TEST(SubChecks, WhatIsSaidOfExceptionsIsNotAsked) {
  const auto check = sub_checks("Doors are locked unless the guard opens them.").at(0);
  EXPECT_EQ(check.words.back().word.stem, "lock");
}

TEST(SubChecks, AlternativesShareANumber) {
  const auto checks = sub_checks("Keys are melted or crushed.");
  int joined = 0;
  for (const AskedWord& asked : checks.at(0).words) joined += asked.alternative == 0 ? 1 : 0;
  EXPECT_EQ(joined, 2);
}

TEST(SubChecks, ConditionsAndAlternativesAreNoMeasures) {
  const auto idle = sub_checks("Lockers unused for more than 90 days are cleared.").front();
  ASSERT_EQ(idle.quantities.size(), 1U);
  EXPECT_EQ(idle.quantities[0].bound, Bound::AtMost);
  const auto either = sub_checks("Radio links must use WPA3 or WPA2.").front();
  ASSERT_EQ(either.quantities.size(), 1U);
  EXPECT_EQ(either.quantities[0].value, 2);
  EXPECT_FALSE(sub_checks("Crates are classified.").front().wants_definition);
  EXPECT_TRUE(sub_checks("Classes of crates are defined.").front().wants_definition);
}

}  // namespace
}  // namespace assay::assess
