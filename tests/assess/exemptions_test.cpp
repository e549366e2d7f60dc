// SPDX-License-Identifier: Apache-2.0
// Sentences that let something out of a rule, and those that only look so.
#include "pipeline/assess/language/denials.hpp"

#include <gtest/gtest.h>

namespace assay::assess {
namespace {

TEST(Exemptions, PartOfTheScopeIsLetOut) {
  for (const char* text :
       {"Members of the board are exempt.", "This does not apply to the branch in Hull.",
        "The laboratory servers are excluded because their software is old.",
        "Relatives of staff need not supply references.",
        "The crew may work without a harness on short jobs."}) {
    const auto found = exemption(text, "");
    ASSERT_TRUE(found) << text;
    EXPECT_FALSE(found->all) << text;
    EXPECT_FALSE(found->managed) << text;
  }
}

TEST(Exemptions, ARuleMayBeSuspendedAsAWhole) {
  const auto found =
      exemption("The rule has been waived for all transports until further notice.", "");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->all);
  const auto behind = exemption("The rule is suspended.", "Until further notice nobody asks.");
  ASSERT_TRUE(behind);
  EXPECT_TRUE(behind->all);
  const auto released =
      exemption("All crews are released from the rule for an indefinite period.", "");
  ASSERT_TRUE(released);
  EXPECT_TRUE(released->all);
}

TEST(Exemptions, ApprovedAndLimitedTheyTakeNothingAway) {
  const auto found = exemption("Exceptions: the archive host, approved by the security officer.",
                               "It stands in an isolated segment until 31 December 2025.");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->managed);
}

TEST(Exemptions, WhatIsTakenAwayAndWhatIsForSome) {
  EXPECT_FALSE(exemption("No guest is exempt, whoever he is.", ""));
  EXPECT_FALSE(exemption("During leave their access is suspended.", ""));
  const auto some = exemption("Gates with fewer than two guards are released from the rule.",
                              "Until further notice it is so.");
  ASSERT_TRUE(some);
  EXPECT_FALSE(some->all);
}

TEST(Exemptions, NoneWhereThereIsNone) {
  for (const char* text :
       {"Every visitor is escorted without exception.", "There are no exceptions for guests.",
        "The exemption of the sales team ended in January and was not renewed.",
        "Kitchen staff, who have no access to records, are exempt.", "All doors are locked."}) {
    EXPECT_FALSE(exemption(text, "")) << text;
  }
  EXPECT_TRUE(excludes_exceptions("No exceptions are granted."));
  EXPECT_FALSE(excludes_exceptions("An exception is granted."));
}

TEST(Exemptions, WhatNobodyNeedsIsNotDone) {
  const auto everybody = exemption("A second signature is not required, whatever the sum.", "");
  ASSERT_TRUE(everybody);
  EXPECT_TRUE(everybody->all);
  const auto some = exemption("A second signature is not required for sums below 50 euro.", "");
  ASSERT_TRUE(some);
  EXPECT_FALSE(some->all);
}

TEST(Exemptions, NobodyIsLetOutAndNothingMayBeDoneWithout) {
  for (const char* text :
       {"Nothing was excluded from the count.", "Nobody is exempt.",
        "A crate may not leave without a seal.", "The system prints an exception report."}) {
    EXPECT_FALSE(exemption(text, "")) << text;
  }
}

}  // namespace
}  // namespace assay::assess
