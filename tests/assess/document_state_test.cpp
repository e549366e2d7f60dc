// SPDX-License-Identifier: Apache-2.0
// What a passage is, and documents that nobody has put in force, by what they say of themselves.
#include "pipeline/assess/reading/document_state.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "pipeline/assess/reading/passages.hpp"

namespace assay::assess {
namespace {

std::vector<WeakeningRule> rules_in_document(std::string_view text, std::string_view heading = "",
                                             const std::vector<std::string>& columns = {}) {
  std::vector<WeakeningRule> out;
  for (const Weakening& found : kind_weakenings(text, columns, heading)) {
    out.push_back(found.rule);
  }
  return out;
}

using Rules = std::vector<WeakeningRule>;
using enum WeakeningRule;

TEST(Kinds, IsSeen) {
  EXPECT_EQ(rules_in_document("2.1 Locking of doors ........ 5"), Rules{Contents});
  EXPECT_EQ(rules_in_document("12 Keys for guards ... page 30"), Rules{Contents});
  EXPECT_EQ(rules_in_document("Locking of doors", "Table of contents"), Rules{Contents});
  EXPECT_EQ(rules_in_document("\"Guard\" means a person at the gate."), Rules{Definition});
  EXPECT_EQ(rules_in_document("Guard: a person at the gate.", "Glossary > G"), Rules{Definition});
  EXPECT_EQ(rules_in_document("Version: 2; Change: doors", "", {"version", "change"}),
            Rules{History});
  EXPECT_EQ(rules_in_document("Doors are locked by card.", "Outlook"), Rules{Plan});
}

TEST(Kinds, IsNotSeenInPlainRules) {
  for (const char* text : {"Doors are locked.", "The warden provides the means for it.",
                           "Doors close ... slowly.", "Doors are locked by means of a card."}) {
    EXPECT_TRUE(rules_in_document(text, "Door policy > Locking").empty()) << text;
  }
  EXPECT_TRUE(rules_in_document("Version: 2; Lock: 7", "", {"version", "lock"}).empty());
}

TEST(Kinds, AnEntryOfAGlossaryHasNoVerbOfItsOwn) {
  EXPECT_EQ(rules_in_document("Guard: the person at the gate who has the key."), Rules{Definition});
  EXPECT_TRUE(
      rules_in_document("Storage: the oils and the acids are kept on open shelves.").empty());
}

TEST(Kinds, WhatIsDoneByTheEndOfADayIsNoPlan) {
  EXPECT_TRUE(rules_in_document("The guard will lock the doors by the end of the shift.").empty());
  EXPECT_EQ(rules_in_document("The guard will lock the doors by the end of next year."),
            Rules{Plan});
}

TEST(Kinds, TitlesThatOnlyLookLikeIt) {
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

TEST(Notices, EditionsBeforeTheFirst) {
  EXPECT_TRUE(is_early_edition("gate rules v0 3 pdf"));
  EXPECT_TRUE(is_early_edition("Version 0.9"));
  EXPECT_FALSE(is_early_edition("Version 10.9"));
  EXPECT_FALSE(is_early_edition("gate rules v3 pdf"));
}

TEST(Notices, FormsNobodyHasFilledIn) {
  for (const char* text : {"Approved by: ____", "Place: ____ Signature of the guard: ________.",
                           "The gate of [company] is locked.", "Gate: ; Guard: ; Date: ",
                           "Between [OWNER NAME] and the guard. Signed: [        ]."}) {
    EXPECT_TRUE(is_unfilled(text)) << text;
  }
  for (const char* text : {"Approved by: J. Doe", "Gate: 7; Guard: ; Date: ",
                           "Remarks: ____. Signature: J. Doe", "Gate 7 [SIC] is locked."}) {
    EXPECT_FALSE(is_unfilled(text)) << text;
  }
}

TEST(Notices, ASectionOfLinesToFillIn) {
  EXPECT_EQ(lines_to_fill("Gate: ____. Guard: ____."), 2U);
  Candidate form;
  form.document.value = "d";
  form.chunk.value = "c";
  form.content = "Gate: ____. Guard: ____. Hour: ____.";
  EXPECT_EQ(read_passages(std::span(&form, 1)).unfilled.size(), 1U);
  form.content = "Gate: ____. The guard is J. Doe.";
  EXPECT_TRUE(read_passages(std::span(&form, 1)).unfilled.empty());
}

bool noticed(const std::string& text) {
  Candidate candidate;
  candidate.document.value = "d";
  candidate.chunk.value = "c";
  candidate.file_name = "gate.txt";
  candidate.content = text;
  return !read_passages(std::span(&candidate, 1)).drafts.empty();
}

TEST(Notices, DocumentsThatWereNeverPutInForce) {
  EXPECT_TRUE(
      noticed("Work in progress: the warden has yet to look at this page and at its list."));
  EXPECT_TRUE(noticed("Watermark: NOT FOR USE."));
  EXPECT_TRUE(noticed("No version has been adopted."));
  EXPECT_FALSE(noticed("Draft animals are kept in the yard and fed by the warden every morning."));
}

}  // namespace
}  // namespace assay::assess
