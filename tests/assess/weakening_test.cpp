// SPDX-License-Identifier: Apache-2.0
// What takes force from a statement, and what only looks like it.
#include "pipeline/assess/reading/weakening.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pipeline/assess/reading/cells.hpp"

namespace assay::assess {
namespace {

std::vector<WeakeningRule> rules(std::string_view text) {
  std::vector<WeakeningRule> out;
  for (const Weakening& found : weakenings(text)) out.push_back(found.rule);
  return out;
}

using Rules = std::vector<WeakeningRule>;
using enum WeakeningRule;

TEST(Weakening, IsSeen) {
  EXPECT_EQ(rules("Tapes are not encrypted."), Rules{Negation});
  EXPECT_EQ(rules("Alarms will be introduced next year."), Rules{Plan});
  EXPECT_EQ(rules("A register is under development."), Rules{Plan});
  EXPECT_EQ(rules("Guards should lock the door."), Rules{Wish});
  EXPECT_EQ(rules("It is advisable to lock the door."), Rules{Wish});
  EXPECT_EQ(rules("It was reported that no door was locked."), Rules{Negation});
  EXPECT_EQ(rules("Status: Draft"), Rules{Draft});
  EXPECT_EQ(rules("All doors are locked except the gate."), Rules{Exception});
  EXPECT_EQ(rules("Approver: TBD"), Rules{Blank});
  EXPECT_EQ(cell_weakenings("Lock: 7; Owner: -; State: shut").at(0).rule, Blank);
  EXPECT_EQ(rules("The drill was postponed."), Rules{Failure});
  EXPECT_EQ(rules("This page is superseded by page 9."), Rules{Outdated});
}

TEST(Weakening, IsNotSeenInStrictRules) {
  for (const char* text :
       {"Doors are locked no later than noon.", "Keys that are no longer needed are melted.",
        "There is no way in without a key.", "The gate rejects visitors without a badge.",
        "A guest without a badge is sent away.", "Guests must not hold keys.",
        "Approved on 12 May 2026.", "All doors are locked without exception.",
        "Guards record failed logons.", "We found no door that was not locked.",
        "The guard may refuse entry.", "If the guard does not answer, the deputy is called.",
        "A guest that cannot show a badge gets an escort.",
        "Whoever does not wear a badge is stopped.", "Parcels without a label are not accepted.",
        "The door is shut, and parcels without a label are returned."}) {
    EXPECT_TRUE(rules(text).empty()) << text;
  }
}

TEST(Weakening, IsNotSeenInWhatComesOnlyAfterSomething) {
  EXPECT_TRUE(rules("No crate is opened before the warden has seen it.").empty());
  EXPECT_EQ(rules("No drill was held before the move."), Rules{Negation});
  EXPECT_TRUE(rules("Only trained guards may open crates.").empty());
  EXPECT_TRUE(rules("No crate may leave the hall with an open lid.").empty());
  EXPECT_EQ(rules("Guards may open crates."), Rules{Wish});
}

TEST(Weakening, IsNotSeenInThingsThatAreCalledSo) {
  EXPECT_TRUE(rules("Losses from failed locks are listed.").empty());
  EXPECT_EQ(rules("The lock failed."), Rules{Failure});
  EXPECT_TRUE(rules("There are none, apart from the two lines of the depot.").empty());
  EXPECT_TRUE(rules("The list was accepted without change.").empty());
}

TEST(Weakening, DocumentsThatCallThemselvesDrafts) {
  EXPECT_TRUE(says_draft("Door policy (draft)"));
  EXPECT_TRUE(says_draft("door policy superseded"));
  EXPECT_FALSE(says_draft("Door policy"));
  EXPECT_FALSE(says_draft("Draft and temperature of the hall"));
}

}  // namespace
}  // namespace assay::assess
