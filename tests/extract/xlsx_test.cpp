// SPDX-License-Identifier: Apache-2.0
// Excel workbooks: values as Excel shows them, headings, hostile references.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pipeline/extract/office/xlsx_workbook.hpp"
#include "pipeline/extract/table/number_format.hpp"
#include "tests/extract/office_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;
using extract::format_number;

std::string text(const std::string& at, const std::string& value) {
  return "<c r=\"" + at + "\" t=\"inlineStr\"><is><t>" + value + "</t></is></c>";
}
std::string raw(const std::string& at, const std::string& value, const std::string& more = "") {
  return "<c r=\"" + at + "\" " + more + "><v>" + value + "</v></c>";
}
std::string row(const std::string& cells) {
  return "<row>" + cells + "</row>";
}

TEST(Xlsx, NamesSheetsAndColumns) {
  const std::string rows =
      row(text("A1", "Access review 2026")) +
      row(text("A3", "User") + text("B3", "Role") + text("C3", "Reviewed")) +
      row(text("A4", "kim") + text("B4", "admin") + raw("C4", "46023", "s=\"1\"")) +
      row(text("A5", "lee") + text("C5", "never"));
  const std::string styles =
      "<numFmts><numFmt numFmtId=\"170\" formatCode=\"dd/mm/yyyy\"/></numFmts>"
      "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"170\"/></cellXfs>";
  const std::string pairs = row(text("A1", "Owner") + text("B1", "CISO"));
  EXPECT_EQ(
      read_blocks("xlsx",
                  xlsx({{"Review", rows}, {"Empty", ""}, {"Hidden", pairs, true}}, "", styles)),
      (Blocks{"H1 Review", "T Access review 2026", "T User: kim; Role: admin; Reviewed: 2026-01-01",
              "T User: lee; Reviewed: never", "--", "--", "H1 Hidden (hidden sheet)",
              "T Owner: CISO"}));
}

TEST(Xlsx, ReadsAllKindsOfCells) {
  const std::string strings =
      "<si><t>plain</t></si><si><r><t>rich "
      "</t></r><r><t>text</t></r><rPh><t>reading</t></rPh></si>";
  const std::string rows =
      row(raw("A1", "0", "t=\"s\"") + raw("B1", "1", "t=\"s\"") + raw("C1", "1", "t=\"b\"") +
          "<c r=\"D1\" t=\"str\"><f>A1</f><v>formula</v></c>" + raw("E1", "#N/A", "t=\"e\"") +
          raw("F1", "0.1") + "<c><v>7</v></c>" +
          "<c t=\"inlineStr\"><is><t>shown</t><rPh sb=\"0\" eb=\"1\"><t>spoken</t></rPh></is></c>");
  EXPECT_EQ(read_blocks("xlsx", xlsx({{"S", rows}}, strings)),
            (Blocks{"H1 S", "T plain; rich text; TRUE; formula; #N/A; 0.1; 7; shown"}));
}

TEST(Xlsx, SurvivesReferencesThatLeadNowhere) {
  const std::string rows =
      row(raw("A1", "99", "t=\"s\"") + raw("B1", "-1", "t=\"s\"") + raw("ZZZZZ1", "5") +
          raw("A1048577", "6", "s=\"999999\"") + raw("C1", "abc"));
  EXPECT_EQ(read_blocks("xlsx", xlsx({{"S", rows}}, "<si><t>only</t></si>")),
            (Blocks{"H1 S", "T 6; 5; abc"}));
  EXPECT_EQ(extract::column_of("A1"), 0U);
  EXPECT_EQ(extract::column_of("XFD9"), 16383U);
  EXPECT_EQ(extract::column_of("XFE9"), std::string_view::npos);
  EXPECT_EQ(extract::column_of(""), std::string_view::npos);
}

TEST(Xlsx, WithoutValuesIsEmpty) {
  EXPECT_EQ(failure_of("xlsx", xlsx({{"S", ""}}))->problem, ExtractProblem::Empty);
}

TEST(Xlsx, RefusesDocumentTypesInSheets) {
  const auto failure = failure_of("xlsx", xlsx({{"S", "<!DOCTYPE x>"}}));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->problem, ExtractProblem::Broken);
}

TEST(XlsxFormat, ShowsNumbersAsExcelDoes) {
  EXPECT_EQ(format_number(0.1 + 0.2, "", false), "0.3");
  EXPECT_EQ(format_number(1234567, "", false), "1234567");
  EXPECT_EQ(format_number(1e20, "", false), "100000000000000000000");
  EXPECT_EQ(format_number(0.025, "0%", false), "3%");
  EXPECT_EQ(format_number(0.5, "0.00%", false), "50.00%");
  EXPECT_EQ(format_number(-1234.5, "#,##0.00", false), "-1,234.50");
  EXPECT_EQ(format_number(1.5, "0.##", false), "1.5");
  EXPECT_EQ(format_number(7, "00000", false), "00007");
  EXPECT_EQ(format_number(12, "[$€-407] #,##0.00", false), "€ 12.00");
  EXPECT_EQ(format_number(3, "0 \"days\"", false), "3 days");
  EXPECT_EQ(format_number(5, "General\" days\"", false), "5 days");
  EXPECT_EQ(format_number(1500, "0.0,\"k\"", false), "1.5k");
  EXPECT_EQ(format_number(1500, "0.0,", false), "1500");
  EXPECT_EQ(format_number(1, "\"Yes\";\"Yes\";\"No\"", false), "Yes");
  EXPECT_EQ(format_number(0, "\"Yes\";\"Yes\";\"No\"", false), "No");
  EXPECT_EQ(format_number(-5, "0;[Red]0", false), "-5");
}

TEST(XlsxFormat, ShowsDatesInIsoForm) {
  EXPECT_EQ(format_number(45292, "m/d/yy", false), "2024-01-01");
  EXPECT_EQ(format_number(45292.5, "d-mmm-yy h:mm", false), "2024-01-01 12:00");
  EXPECT_EQ(format_number(0.75, "h:mm AM/PM", false), "18:00");
  EXPECT_EQ(format_number(1.25, "[h]:mm:ss", false), "30:00");
  EXPECT_EQ(format_number(43830, "yyyy-mm-dd", true), "2024-01-01");
  EXPECT_EQ(format_number(1, "yyyy-mm-dd", false), "1900-01-01");
  EXPECT_EQ(format_number(-5, "yyyy-mm-dd", false), "-5");
  EXPECT_EQ(format_number(1e9, "yyyy-mm-dd", false), "1000000000");
}

}  // namespace
}  // namespace assay::test
