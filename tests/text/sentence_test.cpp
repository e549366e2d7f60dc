// SPDX-License-Identifier: Apache-2.0
// Sentences: what ends one and what does not, and that no character is lost.
#include "pipeline/text/sentence.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::text {
namespace {

using Texts = std::vector<std::string>;

Texts split(std::string_view text) {
  Texts out;
  for (const ByteRange range : sentences(text)) out.emplace_back(range.of(text));
  return out;
}

TEST(Sentences, EndAtFullStops) {
  EXPECT_EQ(split("Backups run nightly. Restores are tested! Are they? Yes."),
            (Texts{"Backups run nightly.", "Restores are tested!", "Are they?", "Yes."}));
  EXPECT_EQ(split("He said \"stop.\" Then he left (at once). Done"),
            (Texts{"He said \"stop.\"", "Then he left (at once).", "Done"}));
}

TEST(Sentences, QuotedCellsOfRowsStayWhole) {
  const std::string row = "Note: \"Done. Approved by: Kay; Date: May\"; Owner: Lee";
  EXPECT_EQ(split(row), Texts{row});
  EXPECT_EQ(split(row + ". Next one"), (Texts{row + ".", "Next one"}));
}

TEST(Sentences, AbbreviationsDecimalsAndNumberingDoNotEndOne) {
  EXPECT_EQ(split("Logs, e.g. Audit trails, are kept for 1.5 years under v3.2.1 of the plan."),
            (Texts{"Logs, e.g. Audit trails, are kept for 1.5 years under v3.2.1 of the plan."}));
  EXPECT_EQ(split("2.3. Access rights are reviewed. See No. 7 and Fig. 2 by Dr. J. Smith."),
            (Texts{"2.3. Access rights are reviewed.", "See No. 7 and Fig. 2 by Dr. J. Smith."}));
  EXPECT_EQ(
      split("Supplied by Acme Ltd. The contract runs on. Keys, tokens, etc. are rotated."),
      (Texts{"Supplied by Acme Ltd.", "The contract runs on.", "Keys, tokens, etc. are rotated."}));
}

TEST(Sentences, WrappedLinesStayTogetherAndEntriesDoNot) {
  EXPECT_EQ(
      split("Access rights of all employees are reviewed by the owner of each\n"
            "application at least every three months.\nReview record\n- kept by IT\n- signed"),
      (Texts{"Access rights of all employees are reviewed by the owner of each\n"
             "application at least every three months.",
             "Review record", "- kept by IT", "- signed"}));
  EXPECT_EQ(
      split("System: Ledger; Owner: Kay; Result: kept\nSystem: Mail; Owner: Bo; Result: cut"),
      (Texts{"System: Ledger; Owner: Kay; Result: kept", "System: Mail; Owner: Bo; Result: cut"}));
  EXPECT_EQ(split("(a) first\n(b) second\n\nfree text"),
            (Texts{"(a) first", "(b) second", "free text"}));
}

TEST(Sentences, OtherScripts) {
  EXPECT_EQ(split("\u53e3\u4ee4\u3002\u5bc6\u94a5\u3002"),
            (Texts{"\u53e3\u4ee4\u3002", "\u5bc6\u94a5\u3002"}));
  EXPECT_TRUE(split(" \n\t\u00a0 \u2003").empty());
  EXPECT_TRUE(split("").empty());
}

// For any text, the ranges are in order and cover every character that is not white space.
TEST(Sentences, LoseNothing) {
  const std::string alphabet[] = {"a", "B",      ".",      " ", "\n",  "1",
                                  ")", "\u2022", "\u00a0", "?", "e.g", "-"};
  std::uint32_t state = 7;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int i = 0; i < 40; ++i) {
      state = state * 1664525U + 1013904223U;
      text += alphabet[(state >> 16) % std::size(alphabet)];
    }
    std::size_t at = 0;
    for (const ByteRange range : sentences(text)) {
      ASSERT_GE(range.start, at);
      ASSERT_GT(range.end, range.start);
      ASSERT_TRUE(collapsed(text.substr(at, range.start - at)).empty()) << text;
      ASSERT_TRUE(utf8::valid(range.of(text))) << text;
      at = range.end;
    }
    ASSERT_TRUE(collapsed(text.substr(at)).empty()) << text;
  }
}

}  // namespace
}  // namespace assay::text
