// SPDX-License-Identifier: Apache-2.0
// Excel 97-2003 and 5.0 workbooks: each kind of record, hidden and merged cells, and records that
// lie.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/compound_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

std::string record(std::uint32_t type, const std::string& data) {
  return le16(type) + le16(static_cast<std::uint32_t>(data.size())) + data;
}
std::string text8(const std::string& text) {
  return std::string(1, static_cast<char>(text.size())) + '\0' + text;
}
std::string text16(const std::string& text) {
  return le16(static_cast<std::uint32_t>(text.size())) + '\0' + text;
}
std::string at(std::uint32_t row, std::uint32_t column, std::uint32_t style = 0) {
  return le16(row) + le16(column) + le16(style);
}
std::string bof(std::uint32_t kind, std::uint32_t version = 0x0600) {
  return record(0x0809, le16(version) + le16(kind) + le32(0));
}
const std::string kEof = record(0x000A, "");

struct XlsSheetPart {
  std::string name;
  std::string records;
  bool hidden = false;
};

// The workbook's records, and each sheet at the place that its BOUNDSHEET names.
std::string workbook_stream(const std::string& globals, const std::vector<XlsSheetPart>& sheets) {
  std::string bound;
  std::size_t size = bof(0x0005).size() + globals.size() + kEof.size();
  for (const XlsSheetPart& sheet : sheets) {
    size += record(0x0085, le32(0) + le16(0) + text8(sheet.name)).size();
  }
  std::string all;
  for (const XlsSheetPart& sheet : sheets) {
    bound += record(0x0085, le32(static_cast<std::uint32_t>(size + all.size())) +
                                le16(sheet.hidden ? 1 : 0) + text8(sheet.name));
    all += bof(0x0010) + sheet.records + kEof;
  }
  return bof(0x0005) + globals + bound + kEof + all;
}
std::string xls(const std::string& globals, const std::vector<XlsSheetPart>& sheets) {
  return compound_file({{"Workbook", workbook_stream(globals, sheets)}});
}
std::string label(std::uint32_t row, std::uint32_t column, const std::string& text) {
  return record(0x0204, at(row, column) + text16(text));
}
std::string sst(std::uint32_t count, const std::string& data) {
  return record(0x00FC, le32(count) + le32(count) + data);
}

TEST(Xls, ReadsEachKindOfCell) {
  const std::string formats =
      record(0x00E0, le16(0) + le16(0)) + record(0x00E0, le16(0) + le16(9)) +
      record(0x041E, le16(164) + text16("0.00")) + record(0x00E0, le16(0) + le16(164)) +
      record(0x00E0, le16(0) + le16(14));
  const std::string shared = sst(1, text16("shared"));
  const std::string formula_text =
      record(0x0006, at(6, 0) + std::string(6, '\0') + le16(0xFFFF) + std::string(8, '\0'));
  const std::string cells =
      record(0x00FD, at(0, 0) + le32(0)) + label(1, 0, "label") +
      record(0x027E, at(2, 0) + le32((7U << 2U) | 2U)) +
      record(0x00BD, le16(3) + le16(0) + le16(1) + le32((25U << 2U) | 3U) + le16(2) +
                         le32((3U << 2U) | 2U) + le16(1)) +
      record(0x0203, at(4, 0, 3) + le64(45000)) + record(0x0205, at(5, 0) + '\1' + '\0') +
      record(0x0205, at(5, 1) + '\7' + '\1') + formula_text + record(0x0207, text16("result")) +
      record(0x0006, at(7, 0) + le64(2.5) + std::string(8, '\0'));
  EXPECT_EQ(read_blocks("xls", xls(formats + shared, {{"Data", cells}})),
            (Blocks{"H1 Data", "T shared", "T label", "T 7", "T 25%: 3.00", "T 2023-03-15",
                    "T TRUE: #DIV/0!", "T result", "T 2.5"}));
}

TEST(Xls, CountsDaysFrom1904) {
  const std::string globals = record(0x0022, le16(1)) + record(0x00E0, le16(0) + le16(14));
  EXPECT_EQ(read_blocks("xls", xls(globals, {{"S", record(0x0203, at(0, 0) + le64(0))}})),
            (Blocks{"H1 S", "T 1904-01-01"}));
}

TEST(Xls, MarksHiddenParts) {
  const std::string row = record(0x0208, le16(1) + std::string(10, '\0') + le32(0x20));
  const std::string column = record(0x007D, le16(1) + le16(1) + le16(0) + le16(0) + le16(1));
  const std::string cells = column + row + label(0, 0, "System") + label(0, 1, "Owner") +
                            label(1, 0, "Mail 1") + label(1, 1, "Kay 2");
  EXPECT_EQ(read_blocks("xls", xls("", {{"Seen", label(0, 0, "x")}, {"Old", cells, true}})),
            (Blocks{"H1 Seen", "T x", "--", "H1 Old (hidden sheet)",
                    "T System: Mail 1; Owner (hidden): Kay 2; (hidden row)"}));
}

TEST(Xls, RepeatsMergedCells) {
  const std::string merged = record(0x00E5, le16(1) + le16(1) + le16(2) + le16(0) + le16(0));
  const std::string cells = label(0, 0, "System") + label(0, 1, "Owner") + label(1, 0, "Mail") +
                            label(1, 1, "Kay") + label(2, 1, "Lee") + merged;
  EXPECT_EQ(read_blocks("xls", xls("", {{"S", cells}})),
            (Blocks{"H1 S", "T System: Mail; Owner: Kay", "T System: Mail; Owner: Lee"}));
}

// The rest of a text has flags of its own, and may be of another width.
TEST(Xls, JoinsTextsThatRecordsCut) {
  const std::string first = le16(8) + '\0' + "one ";
  const std::string rest = record(0x003C, std::string(1, '\1') + utf16("two!") + text16("next"));
  const std::string cells = record(0x00FD, at(0, 0) + le32(0)) + record(0x00FD, at(1, 0) + le32(1));
  EXPECT_EQ(read_blocks("xls", xls(sst(2, first) + rest, {{"S", cells}})),
            (Blocks{"H1 S", "T one two!", "T next"}));
}

TEST(Xls, ReadsExcel95) {
  const std::string name = std::string(1, '\1') + "S";
  const std::string sheet = bof(0x0010, 0x0500) + record(0x0204, at(0, 0) + le16(3) + "caf") +
                            record(0x0204, at(1, 0) + le16(4) + "caf\xE9") + kEof;
  const std::size_t size =
      bof(0x0005, 0x0500).size() + record(0x0085, le32(0) + le16(0) + name).size() + kEof.size();
  const std::string book = bof(0x0005, 0x0500) +
                           record(0x0085, le32(static_cast<std::uint32_t>(size)) + le16(0) + name) +
                           kEof + sheet;
  EXPECT_EQ(read_blocks("xls", compound_file({{"Book", book}})),
            (Blocks{"H1 S", "T caf", "T café"}));
}

TEST(Xls, LeavesChartsInSheetsOut) {
  const std::string chart = bof(0x0020) + label(0, 0, "axis") + kEof;
  EXPECT_EQ(read_blocks("xls", xls("", {{"S", chart + label(0, 0, "cell")}})),
            (Blocks{"H1 S", "T cell"}));
}

TEST(Xls, RefusesWhatItCannotRead) {
  const auto problem = [](const std::string& bytes) {
    const auto failure = failure_of("xls", bytes);
    return failure ? failure->problem : ExtractProblem::Crashed;
  };
  EXPECT_EQ(problem(xls(record(0x002F, le16(1)), {{"S", label(0, 0, "x")}})),
            ExtractProblem::Encrypted);
  EXPECT_EQ(problem(compound_file({{"Workbook", record(0x0009, le32(0))}})),
            ExtractProblem::Unsupported);
  EXPECT_EQ(problem(compound_file({{"Other", "x"}})), ExtractProblem::Broken);
  EXPECT_EQ(problem("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), ExtractProblem::Broken);
  // A sheet beyond the end, and one in the middle of a record.
  const std::string beyond =
      bof(0x0005) + record(0x0085, le32(0x7FFFFFFF) + le16(0) + text8("S")) + kEof;
  EXPECT_EQ(problem(compound_file({{"Workbook", beyond}})), ExtractProblem::Broken);
  const std::string inside = bof(0x0005) + record(0x0085, le32(3) + le16(0) + text8("S")) + kEof;
  EXPECT_EQ(problem(compound_file({{"Workbook", inside}})), ExtractProblem::Broken);
}

TEST(Xls, TrustsNoCount) {
  const std::string cells = record(0x00FD, at(0, 0) + le32(0)) + record(0x00FD, at(1, 0) + le32(9));
  EXPECT_EQ(read_blocks("xls", xls(sst(0xFFFFFFFF, text16("only")), {{"S", cells}})),
            (Blocks{"H1 S", "T only"}));
  // A text longer than all of its records, and more merged cells than there is data for.
  EXPECT_EQ(failure_of("xls", xls(sst(1, le16(0xFFFF) + '\0' + "x"), {{"S", cells}}))->problem,
            ExtractProblem::Broken);
  EXPECT_EQ(failure_of("xls", xls("", {{"S", record(0x00E5, le16(0xFFFF))}}))->problem,
            ExtractProblem::Broken);
  std::string nothing;
  for (int i = 0; i < 2000; ++i) nothing += record(0x003C, "");
  EXPECT_EQ(failure_of("xls", xls(sst(1, le16(4)) + nothing, {{"S", cells}}))->problem,
            ExtractProblem::Broken);
}

}  // namespace
}  // namespace assay::test
