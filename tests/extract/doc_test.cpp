// SPDX-License-Identifier: Apache-2.0
// Word 97-2003 documents: headings, lists, tables, what nobody sees, notes and headers; older ones,
// and lists of pieces that lie.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/doc_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

const std::string kOn(1, '\1');
const std::string kInTable = sprm(0x2416, kOn);

std::string row_end(const std::vector<int>& edges, const std::vector<std::uint32_t>& flags = {},
                    bool header = false) {
  std::string cells(1, static_cast<char>(edges.size() - 1));
  for (const int edge : edges) cells += le16(static_cast<std::uint32_t>(edge));
  for (const std::uint32_t flag : flags) cells += le16(flag) + std::string(18, '\0');
  return kInTable + sprm(0x2417, kOn) + (header ? sprm(0x3404, kOn) : "") +
         sprm(0xD608, le16(static_cast<std::uint32_t>(cells.size() + 1)) + cells);
}

TEST(Doc, FindsHeadingsByStyleAndOutline) {
  const std::vector<DocStyle> styles{
      {0}, {1}, {0x0FFE, 1, ""}, {0x0FFE, 0x0FFF, sprm(0x2640, "\2")}, {62}};
  EXPECT_EQ(read_blocks("doc", DocBuilder("Title\rOne\rTwo\rThree\rFour\rText\r")
                                   .styles(styles)
                                   .paragraphs({{6, "", 4},
                                                {4, "", 1},
                                                {4, "", 2},
                                                {6, "", 3},
                                                {5, sprm(0x2640, "\4"), 0},
                                                {5, sprm(0x2640, "\x9"), 1}})
                                   .build()),
            (Blocks{"H1 Title", "H1 One", "H1 Two", "H3 Three", "H5 Four", "P Text"}));
}

TEST(Doc, LeavesOutWhatNobodySees) {
  EXPECT_EQ(
      read_blocks(
          "doc", DocBuilder("Kept deleted hidden shown\r")
                     .characters({{5, ""}, {8, sprm(0x0800, kOn)}, {7, sprm(0x083C, kOn)}, {6, ""}})
                     .build()),
      Blocks{"P Kept shown"});
}

TEST(Doc, KeepsTheResultsOfFields) {
  EXPECT_EQ(read_blocks("doc", DocBuilder("See \x13 HYPERLINK \"http://x\" \x14the page\x15.\r"
                                          "\x13 A \x13 B \x14 c\x15 \x14"
                                          "d\x15 \x13 XE \"e\"\x15"
                                          "f\r\x13 no end\rnext\r")
                                   .build()),
            (Blocks{"P See the page.", "P d f", "P next"}));
}

TEST(Doc, ReadsTables) {
  const std::string text = "System\aOwner\a\aMail\aKay\a\a\aLee\a\aAll of it\a\aAfter\r";
  const std::string cells = kInTable;
  const std::vector<std::uint32_t> restart{0x60, 0};
  const std::vector<std::uint32_t> covered{0x20, 0};
  EXPECT_EQ(read_blocks("doc", DocBuilder(text)
                                   .paragraphs({{13, cells},
                                                {1, row_end({0, 2000, 4000}, {}, true)},
                                                {9, cells},
                                                {1, row_end({0, 2000, 4000}, restart)},
                                                {5, cells},
                                                {1, row_end({10, 2000, 4000}, covered)},
                                                {10, cells},
                                                {1, row_end({0, 4000})},
                                                {6, ""}})
                                   .build()),
            (Blocks{"T System: Mail; Owner: Kay", "T System: Mail; Owner: Lee", "T All of it",
                    "P After"}));
}

TEST(Doc, NumbersLists) {
  // One list with two levels in use: "1." and "1.a)".
  std::string schemes = le16(1) + le32(7) + std::string(22, '\0') + le16(0);
  const auto level = [](std::uint32_t format, const std::string& text) {
    return le32(1) + std::string(1, static_cast<char>(format)) + std::string(23, '\0') +
           le16(static_cast<std::uint32_t>(text.size())) + utf16(text);
  };
  const std::size_t listed = schemes.size();
  schemes += level(0, std::string("\0.", 2)) + level(4, std::string("\0.\1)", 4));
  for (int i = 0; i < 7; ++i) schemes += level(23, "");
  const std::string uses = le32(1) + le32(7) + std::string(12, '\0') + le32(0xFFFFFFFF);
  const std::string first = sprm(0x460B, le16(1));
  const std::string second = sprm(0x260A, "\1") + first;
  EXPECT_EQ(
      read_blocks("doc",
                  DocBuilder("a\rb\rc\rd\re\r")
                      .part(73, schemes, listed)
                      .part(74, uses)
                      .paragraphs({{2, first}, {4, second}, {2, first}, {2, sprm(0x460B, le16(9))}})
                      .build()),
      (Blocks{"L 1. a", "L 1.a) b", "L 1.b) c", "L 2. d", "P e"}));
}

TEST(Doc, ReadsPiecesOfBothWidths) {
  // "Two" in UTF-16 comes first in the stream, "one" in Windows-1252 second in the text.
  const std::uint32_t text = DocBuilder::kText;
  const std::string pieces = std::string(1, '\2') + le32(28) + le32(0) + le32(4) + le32(8) +
                             le16(0) + le32(0x40000000U | ((text + 8) * 2)) + le16(0) + le16(0) +
                             le32(text) + le16(0);
  const std::string body = utf16("two\r") + "\x93\x80\x94 ";
  EXPECT_EQ(read_blocks("doc", DocBuilder(body).pieces(pieces).block(0x4C, le32(8)).build()),
            Blocks{"P “€” two"});
}

TEST(Doc, AddsNotesAndHeadersOnce) {
  const std::string headers = "Head\rFoot\rHead\r";
  EXPECT_EQ(read_blocks("doc", DocBuilder("Body\x02\r")
                                   .story(1, "\x02Note\r")
                                   .story(2, headers)
                                   .story(4, "Comment\r")
                                   .header_places({0, 0, 0, 0, 0, 0, 0, 5, 10, 15, 15})
                                   .build()),
            (Blocks{"P Body", "P Note", "P Head", "P Foot"}));
}

TEST(Doc, ReadsWord6AsPlainText) {
  std::string document(0x400, '\0');
  put(document, 0, le16(0xA5DC) + le16(0x0065));
  put(document, 0x18, le32(0x400));
  put(document, 0x34, le32(12));
  document += "Caf\xE9\ra\ab\a\a\rx";
  EXPECT_EQ(read_blocks("doc", compound_file({{"WordDocument", document}})),
            (Blocks{"P Café", "P a", "P b", "P x"}));
}

TEST(Doc, RefusesWhatItCannotRead) {
  const auto problem = [](const std::string& bytes) {
    const auto failure = failure_of("doc", bytes);
    return failure ? failure->problem : ExtractProblem::Crashed;
  };
  EXPECT_EQ(problem(DocBuilder("x\r").block(10, le16(0x0300)).build()), ExtractProblem::Encrypted);
  EXPECT_EQ(problem(DocBuilder("x\r").block(2, le16(0x002D)).build()), ExtractProblem::Unsupported);
  EXPECT_EQ(problem(DocBuilder("x\r").block(0x4C, le32(0x7FFFFFFF)).build()),
            ExtractProblem::Broken);
  EXPECT_EQ(problem(compound_file({{"WordDocument", "x"}})), ExtractProblem::Broken);
  const auto with_pieces = [&problem](const std::vector<std::uint32_t>& places,
                                      std::uint32_t offset) {
    const auto count = static_cast<std::uint32_t>(places.size() - 1);
    std::string list = std::string(1, '\2') + le32((count + 1) * 4 + count * 8);
    for (const std::uint32_t place : places) list += le32(place);
    for (std::uint32_t i = 0; i < count; ++i) list += le16(0) + le32(offset) + le16(0);
    return problem(DocBuilder("text\r").pieces(list).build());
  };
  EXPECT_EQ(with_pieces({0, 4, 2}, 0x600), ExtractProblem::Broken);        // backwards
  EXPECT_EQ(with_pieces({0, 4}, 0x7FFFFF00), ExtractProblem::Broken);      // outside
  EXPECT_EQ(with_pieces({0, 0xFFFFFFFF}, 0x600), ExtractProblem::Broken);  // too long
  std::vector<std::uint32_t> overlapping;
  for (std::uint32_t i = 0; i < 4000; ++i) overlapping.push_back(i * 4);
  EXPECT_EQ(with_pieces(overlapping, 0x600), ExtractProblem::Broken);
}

TEST(Doc, EndsDespiteCircles) {
  // Two styles that are based on each other, and far more pages of properties than there are.
  EXPECT_EQ(read_blocks("doc", DocBuilder("x\r")
                                   .styles({{0x0FFE, 1, ""}, {0x0FFE, 0, ""}})
                                   .paragraphs({{2, "", 1}})
                                   .build()),
            Blocks{"P x"});
  const auto failure =
      failure_of("doc", DocBuilder("x\r").part(13, std::string(80'004, '\0')).build());
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->problem, ExtractProblem::Broken);
}

}  // namespace
}  // namespace assay::test
