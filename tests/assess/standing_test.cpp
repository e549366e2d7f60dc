// SPDX-License-Identifier: Apache-2.0
// What a passage is: contents, definitions, history, looks ahead, other parties.
#include "pipeline/assess/reading/document_state.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::assess {
namespace {

std::vector<WeakeningRule> rules_in_document(std::string_view text, std::string_view heading = "",
                                             const std::vector<std::string>& columns = {}) {
  std::vector<WeakeningRule> out;
  for (const Weakening& found : kind_weakenings(text, columns, heading)) {
    EXPECT_EQ(found.scope_start, 0U);
    EXPECT_EQ(found.scope_end, text.size());
    out.push_back(found.rule);
  }
  return out;
}

using Rules = std::vector<WeakeningRule>;
using enum WeakeningRule;

TEST(Standing, IsSeen) {
  EXPECT_EQ(rules_in_document("2.1 Locking of doors ........ 5"), Rules{Contents});
  EXPECT_EQ(rules_in_document("12 Keys for guards ... page 30"), Rules{Contents});
  EXPECT_EQ(rules_in_document("Locking of doors", "Table of contents"), Rules{Contents});
  EXPECT_EQ(rules_in_document("\"Guard\" means a person at the gate."), Rules{Definition});
  EXPECT_EQ(rules_in_document("Guard: a person at the gate.", "Glossary > G"), Rules{Definition});
  EXPECT_EQ(rules_in_document("Version: 2; Change: doors", "", {"version", "change"}),
            Rules{History});
  EXPECT_EQ(rules_in_document("Doors are locked by card.", "Outlook"), Rules{Plan});
}

TEST(Standing, IsNotSeenInPlainRules) {
  for (const char* text : {"Doors are locked.", "The warden provides the means for it.",
                           "Doors close ... slowly.", "Doors are locked by means of a card."}) {
    EXPECT_TRUE(rules_in_document(text, "Door policy > Locking").empty()) << text;
  }
  EXPECT_TRUE(rules_in_document("Version: 2; Lock: 7", "", {"version", "lock"}).empty());
}

TEST(Standing, AnEntryOfAGlossaryHasNoVerbOfItsOwn) {
  EXPECT_EQ(rules_in_document("Guard: the person at the gate who has the key."), Rules{Definition});
  EXPECT_TRUE(
      rules_in_document("Storage: the oils and the acids are kept on open shelves.").empty());
}

TEST(Standing, WhatIsDoneByTheEndOfADayIsNoPlan) {
  EXPECT_TRUE(rules_in_document("The guard will lock the doors by the end of the shift.").empty());
  EXPECT_EQ(rules_in_document("The guard will lock the doors by the end of next year."),
            Rules{Plan});
}

TEST(Standing, TitlesThatOnlyLookLikeIt) {
  EXPECT_EQ(rules_in_document("Doors are locked.", "Terms"), Rules{Definition});
  EXPECT_TRUE(rules_in_document("Doors are locked.", "delivery terms pdf").empty());
  EXPECT_EQ(rules_in_document("Locking of doors", "course catalogue pdf"), Rules{Contents});
  EXPECT_TRUE(rules_in_document("Class: A; Meaning: gap over 2 mm", "defect catalogue",
                                {"class", "meaning"})
                  .empty());
  EXPECT_EQ(rules_in_document("What is a fire door?"), Rules{Definition});
  EXPECT_EQ(rules_in_document("Upon completion of the project all doors will be locked."),
            Rules{Plan});
  EXPECT_TRUE(
      rules_in_document("Item 1: The warden explained the new locks to the board.").empty());
}

}  // namespace
}  // namespace assay::assess
