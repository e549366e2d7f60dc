// SPDX-License-Identifier: Apache-2.0
// RTF: structure, characters, what is left out, and hostile files.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pipeline/extract/types/file_types.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

std::string rtf(const std::string& body) {
  return "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 "
         "Arial;}{\\f2\\fcharset128 Mincho;}{\\f3\\fcharset2 Symbol;}}" +
         body + "}";
}
Blocks blocks(const std::string& body) {
  return read_blocks("rtf", rtf(body));
}

TEST(Rtf, FindsHeadingsByStyleAndOutlineLevel) {
  EXPECT_EQ(blocks("{\\stylesheet{\\s0 Normal;}{\\s1\\sbasedon0 heading 1;}{\\s5\\sbasedon1 Mine;}"
                   "{\\*\\cs9 Emphasis;}}\\pard\\s5 Access\\par\\pard\\outlinelevel1 Review\\par"
                   "\\pard{\\s1 Scope\\par}Body\\par"),
            (Blocks{"H1 Access", "H2 Review", "H1 Scope", "P Body"}));
}

TEST(Rtf, DecodesCodePagesAndUnicode) {
  EXPECT_EQ(blocks("caf\\'e9 {\\f1\\'d3\\'f1} {\\f2\\'82\\'b1\\'82\\'f1}\\par"
                   "\\u8211? {\\uc2\\u-10179\\'82\\'a0\\u-8704\\'82\\'a0}\\emdash\\~x\\-y\\_z\\par"
                   "{\\upr{old}{\\*\\ud{new}}}\\par"),
            (Blocks{"P café Ус こん", "P – 😀— xy-z", "P new"}));
}

TEST(Rtf, ShowsListLabels) {
  EXPECT_EQ(blocks("\\pard{\\listtext\\pard 1.\\tab}One\\par{\\pntext\\f3\\'B7\\tab}Two\\par"
                   "{\\listtext\\f3 \\u-4014?\\tab}Three\\par{\\listtext\\tab}Four\\par"),
            (Blocks{"L 1. One", "L - Two", "L - Three", "P Four"}));
}

TEST(Rtf, LeavesOutWhatReadersDoNotSee) {
  EXPECT_EQ(blocks("{\\info{\\title T}{\\author A}}{\\*\\unknown U}{\\pict\\bin4 {{{{}Kept "
                   "{\\v hidden}{\\deleted gone}{\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}"
                   "{\\b\\*\\cs7 bold}\\par{\\object{\\*\\objdata 00}{\\result "
                   "shown}}\\par{\\shp{\\*\\shpinst{\\sp{\\sn n}{\\sv v}}{\\shptxt Box\\par}}"
                   "{\\shprslt Box}}"),
            (Blocks{"P Kept 7bold", "P shown", "P Box"}));
}

TEST(Rtf, PutsCommentsBehindTheirParagraph) {
  EXPECT_EQ(
      blocks("Keys are kept{\\*\\atnid AL}{\\*\\atnauthor Ann Lee}\\chatn{\\*\\annotation{"
             "\\*\\atnref 1}{\\*\\atndate 12}\\pard\\plain Not since May\\par} safe.\\par Next"
             "{\\*\\annotation Check}\\par"),
      (Blocks{"P Keys are kept safe.", "P Comment by Ann Lee: Not since May", "P Next",
              "P Comment: Check"}));
}

TEST(Rtf, PutsNotesAndPageEdgesBehindTheBody) {
  EXPECT_EQ(blocks("{\\header Policy\\par}{\\headerf Policy\\par}{\\footer Page\\par}Text"
                   "{\\footnote\\pard See annex.\\par} goes on\\par"),
            (Blocks{"P Text goes on", "P See annex.", "P Policy", "P Page"}));
}

TEST(Rtf, ReadsTablesWithMergedCells) {
  EXPECT_EQ(
      blocks(
          "\\trowd\\trhdr\\cellx2000\\clmgf\\cellx4000\\clmrg\\cellx6000\\intbl "
          "System\\cell Test\\cell\\cell\\row"
          "\\trowd\\trhdr\\cellx2000\\cellx4010\\cellx6000 Name\\cell Date\\cell Result\\cell\\row"
          "\\trowd\\clvmgf\\cellx2000\\cellx4000\\cellx6000 Payroll\\cell May\\cell ok\\cell\\row"
          "\\trowd\\clvmrg\\cellx2000\\cellx4000\\cellx6000\\cell June\\cell no\\par "
          "yes\\cell\\row\\trowd\\cellx2000\\cellx6000 Wiki\\cell never\\cell\\row\\pard "
          "After\\par"),
      (Blocks{"T System / Name: Payroll; Test / Date: May; Test / Result: ok",
              "T System / Name: Payroll; Test / Date: June; Test / Result: no yes",
              "T System / Name: Wiki; Test / Date: never; Test / Result: never", "P After"}));
}

TEST(Rtf, KeepsInnerTablesInTheirCell) {
  EXPECT_EQ(blocks("\\pard\\intbl\\itap2 in\\nestcell ner\\nestcell{\\*\\nesttableprops\\trowd"
                   "\\cellx1\\nestrow}{\\nonesttables\\par}\\pard\\intbl outer\\cell second\\cell"
                   "\\trowd\\cellx500\\cellx900\\row\\pard End"),
            (Blocks{"T in ner outer: second", "P End"}));
  EXPECT_EQ(
      blocks("\\trowd\\cellx900\\intbl\\outlinelevel0 Frame\\par\\pard\\intbl text\\cell\\row"),
      (Blocks{"H1 Frame", "P text"}));
}

TEST(Rtf, SurvivesHostileFiles) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\\b ";
  EXPECT_EQ(blocks(deep + "deep"), Blocks{"P deep"});
  EXPECT_EQ(blocks("before\\par{\\pict\\bin2147483647 x"), Blocks{"P before"});
  EXPECT_EQ(blocks("}}}}after\\par\\u\\'\\"), (Blocks{"P after", "P }"}));
  std::string notes;
  for (int i = 0; i < 10'000; ++i) notes += "{\\footnote n";
  EXPECT_EQ(blocks("a" + notes).front(), "P a");
  std::string cells = "\\trowd";
  for (int i = 0; i < 20'000; ++i) cells += "\\cellx" + std::to_string(i * 100);
  for (int i = 0; i < 20'000; ++i) cells += "c\\cell";
  EXPECT_FALSE(
      blocks(cells + "\\row\\trowd\\cellx99999999999999\\trleft-2147483648 d\\cell\\row").empty());
  EXPECT_EQ(failure_of("rtf", "{\\rtf1 }").value().problem, ExtractProblem::Empty);
}

TEST(Rtf, IsKnownByItsContent) {
  const extract::Magic magic;
  EXPECT_EQ(extract::detect(rtf("x"), "a.doc", magic).inspection.file_type, "rtf");
  EXPECT_EQ(extract::detect("\n" + rtf("x"), "a", magic).inspection.content_type, "text/rtf");
  EXPECT_TRUE(extract::detect("plain words", "a.rtf", magic).mismatch);
}

}  // namespace
}  // namespace assay::test
