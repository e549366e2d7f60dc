// SPDX-License-Identifier: Apache-2.0
// OpenDocument spreadsheets: what cells show, and rows and cells that are repeated.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/extract/office_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

std::string cell(const std::string& text, const std::string& attributes = "") {
  return "<table:table-cell " + attributes + "><text:p>" + text + "</text:p></table:table-cell>";
}
std::string empty(int columns) {
  return "<table:table-cell table:number-columns-repeated=\"" + std::to_string(columns) + "\"/>";
}
std::string row(const std::string& cells, const std::string& attributes = "") {
  return "<table:table-row " + attributes + ">" + cells + "</table:table-row>";
}
std::string sheet(const std::string& name, const std::string& rows) {
  return "<table:table table:name=\"" + name + "\"><table:table-column/>" + rows + "</table:table>";
}
std::string typed(const std::string& type, const std::string& value) {
  return "office:value-type=\"" + type +
         "\" office:" + (type == "float" || type == "percentage" ? "value" : type + "-value") +
         "=\"" + value + "\"";
}
Blocks blocks(const std::string& body) {
  return read_blocks("ods", odf("spreadsheet", body));
}

TEST(Ods, NamesSheetsAndColumns) {
  const std::string rows =
      row(cell("Access review 2026") + empty(16383)) +
      row(empty(16384), "table:number-rows-repeated=\"7\"") + "<table:table-header-rows>" +
      row(cell("User") + cell("Role") + cell("Reviewed")) +
      "</table:table-header-rows><table:table-row-group>" +
      row(cell("kim") + cell("admin") + cell("01.01.2026", typed("date", "2026-01-01"))) +
      row(cell("lee") + empty(1) + cell("never")) + "</table:table-row-group>" +
      row(empty(16384), "table:number-rows-repeated=\"1048560\"");
  EXPECT_EQ(
      blocks(sheet("Review", rows) + sheet("Empty", "") +
             sheet("Last", row(cell("Owner") + cell("CISO")))),
      (Blocks{"H1 Review", "T Access review 2026", "T User: kim; Role: admin; Reviewed: 01.01.2026",
              "T User: lee; Reviewed: never", "--", "--", "H1 Last", "T Owner: CISO"}));
}

TEST(Ods, ShowsTheTextOfCells) {
  const std::string rows =
      row(cell("a</text:p><text:p>b") + cell("12 %", typed("percentage", "0.12")) +
          cell("<text:span>rich</text:span><text:s text:c=\"3\"/>text<text:line-break/>line") +
          cell("") + "<table:table-cell " + typed("float", "7.5") + "/><table:table-cell " +
          typed("string", "stored") + "/>") +
      row(cell("x<office:annotation><text:p>comment</text:p></office:annotation>") +
          "<table:table-cell><office:annotation><dc:creator>Ann</dc:creator><dc:date>2026</dc:date>"
          "<text:p>comment</text:p></office:annotation>"
          "<text:p>y</text:p><draw:frame><draw:text-box><text:p>box</text:p></draw:text-box>"
          "</draw:frame></table:table-cell><table:covered-table-cell/>" +
          cell("z"));
  const std::string around =
      "<table:tracked-changes><table:cell-content-change><table:change-track-table-cell><text:p>old"
      "</text:p></table:change-track-table-cell></table:cell-content-change></"
      "table:tracked-changes>"
      "<table:content-validations><table:content-validation><table:help-message><text:p>help</"
      "text:p>"
      "</table:help-message></table:content-validation></table:content-validations>";
  const std::string shapes =
      "<table:shapes><draw:frame><table:table><table:table-row><table:table-cell><text:p>chart"
      "</text:p></table:table-cell></table:table-row></table:table></draw:frame></table:shapes>";
  EXPECT_EQ(blocks(around + sheet("S", shapes + rows)),
            (Blocks{"H1 S", "T a b; 12 %; rich text line; 7.5; stored", "T x; y; z",
                    "P Comment on A2: comment", "P Comment by Ann on B2: comment"}));
}

TEST(Ods, BoundsWhatIsRepeated) {
  EXPECT_EQ(blocks(sheet(
                "S", row(cell("a") + cell("yes", "table:number-columns-repeated=\"2\"") + cell("b"),
                         "table:number-rows-repeated=\"2\""))),
            (Blocks{"H1 S", "T a; yes; yes; b", "T a; yes; yes; b"}));
  const Blocks wide = blocks(sheet("S", row(cell("x", "table:number-columns-repeated=\"16384\""))));
  ASSERT_EQ(wide.size(), 2U);
  EXPECT_EQ(std::count(wide[1].begin(), wide[1].end(), 'x'), 1024);
  const Blocks deep =
      blocks(sheet("S", row(cell("x"), "table:number-rows-repeated=\"99999999999999999999\"")));
  EXPECT_EQ(deep.size(), 1001U);
  std::string rows;
  const std::string full = row(cell("x", "table:number-columns-repeated=\"16384\""),
                               "table:number-rows-repeated=\"1048576\"");
  for (int i = 0; i < 10; ++i) rows += full;
  const auto failure = failure_of("ods", odf("spreadsheet", sheet("S", rows)));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->problem, ExtractProblem::Limit);
  const auto long_cell = failure_of(
      "ods", odf("spreadsheet", sheet("S", row(cell(std::string(200'000, 'x'),
                                                    "table:number-columns-repeated=\"1000\"")))));
  ASSERT_TRUE(long_cell);
  EXPECT_EQ(long_cell->problem, ExtractProblem::Limit);
}

// The same rule as for XLSX: titles above, two lines of header, values of merged cells in each row.
TEST(Ods, RepeatsMergedCells) {
  const std::string covered = "<table:covered-table-cell/>";
  const std::string rows =
      row(cell("Backup register", "table:number-columns-spanned=\"3\"") + covered + covered) +
      row(cell("System", "table:number-rows-spanned=\"2\"") +
          cell("Backup", "table:number-columns-spanned=\"2\"") + covered) +
      row(covered + cell("last test") + cell("place")) +
      row(cell("Wiki", "table:number-rows-spanned=\"2\"") + cell("2026-05-02") + cell("vault")) +
      row(covered + cell("2026-06-03") + cell("cloud")) +
      row(cell("Mail") + cell("2026-07-04") + cell("vault"));
  EXPECT_EQ(blocks(sheet("S", rows)),
            (Blocks{"H1 S", "T Backup register",
                    "T System: Wiki; Backup / last test: 2026-05-02; Backup / place: vault",
                    "T System: Wiki; Backup / last test: 2026-06-03; Backup / place: cloud",
                    "T System: Mail; Backup / last test: 2026-07-04; Backup / place: vault"}));
}

TEST(Ods, SaysWhatIsHidden) {
  const std::string styles =
      "<style:style style:name=\"ta2\" style:family=\"table\">"
      "<style:table-properties table:display=\"false\"/></style:style>";
  const std::string rows =
      "<table:table-column/><table:table-column table:visibility=\"collapse\"/>" +
      row(cell("System") + cell("Owner") + cell("Reviewed")) +
      row(cell("Wiki") + cell("IT") + cell("2026-01-02", typed("date", "2026-01-02"))) +
      row(cell("Mail") + cell("HR") + cell("2026-01-03", typed("date", "2026-01-03")),
          "table:visibility=\"filter\"");
  const std::string hidden =
      "<table:table table:name=\"Old\" table:style-name=\"ta2\">" + rows + "</table:table>";
  EXPECT_EQ(
      read_blocks("ods", odf("spreadsheet", hidden, {styles, "", ""})),
      (Blocks{"H1 Old (hidden sheet)", "T System: Wiki; Owner (hidden): IT; Reviewed: 2026-01-02",
              "T System: Mail; Owner (hidden): HR; Reviewed: 2026-01-03; (hidden row)"}));
}

}  // namespace
}  // namespace assay::test
