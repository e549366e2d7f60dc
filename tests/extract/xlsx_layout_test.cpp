// SPDX-License-Identifier: Apache-2.0
// Excel sheets as people lay them out: titles, headers of two lines, merged and hidden cells,
// several tables.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/office_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

// A row of texts from column A on; "" leaves a cell out, and digits are a number.
std::string sheet_row(int number, const std::vector<std::string>& cells,
                      const std::string& more = "") {
  std::string out = "<row r=\"" + std::to_string(number) + "\" " + more + ">";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].empty()) continue;
    const std::string at = static_cast<char>('A' + i) + std::to_string(number);
    const bool figure = cells[i].find_first_not_of("0123456789") == std::string::npos;
    out += figure ? "<c r=\"" + at + "\"><v>" + cells[i] + "</v></c>"
                  : "<c r=\"" + at + "\" t=\"inlineStr\"><is><t>" + cells[i] + "</t></is></c>";
  }
  return out + "</row>";
}

std::string merged(const std::vector<std::string>& areas) {
  std::string out = "<mergeCells>";
  for (const std::string& area : areas) out += "<mergeCell ref=\"" + area + "\"/>";
  return out + "</mergeCells>";
}

Blocks rows_of(const Sheet& sheet) {
  Blocks blocks = read_blocks("xlsx", xlsx({sheet}));
  blocks.erase(blocks.begin());
  return blocks;
}

TEST(XlsxLayout, FindsTheHeaderBelowTitles) {
  EXPECT_EQ(rows_of({"S", sheet_row(1, {"Backup register"}) + sheet_row(2, {"Prepared by", "Kay"}) +
                              sheet_row(4, {"System", "Owner", "Copies", "Days"}) +
                              sheet_row(5, {"Mail", "Kay", "3", "30"}) +
                              sheet_row(6, {"CRM", "Lee", "2", "7"})}),
            (Blocks{"T Backup register", "T Prepared by: Kay",
                    "T System: Mail; Owner: Kay; Copies: 3; Days: 30",
                    "T System: CRM; Owner: Lee; Copies: 2; Days: 7"}));
}

TEST(XlsxLayout, WithoutAHeaderHasNone) {
  EXPECT_EQ(
      rows_of({"S", sheet_row(1, {"Mail", "Kay", "high"}) + sheet_row(2, {"CRM", "Lee", "low"})}),
      (Blocks{"T Mail; Kay; high", "T CRM; Lee; low"}));
}

TEST(XlsxLayout, AnUnnamedColumnIsCalledByItsLetter) {
  EXPECT_EQ(rows_of({"S", sheet_row(1, {"System", "Owner", "", "Days"}) +
                              sheet_row(2, {"Mail", "Kay", "tape", "30"}) +
                              sheet_row(3, {"CRM", "Lee", "disk", "7"})}),
            (Blocks{"T System: Mail; Owner: Kay; Column C: tape; Days: 30",
                    "T System: CRM; Owner: Lee; Column C: disk; Days: 7"}));
}

TEST(XlsxLayout, RepeatsMergedCells) {
  const Sheet sheet{
      "S",
      sheet_row(1, {"Backup register"}) + sheet_row(2, {"System", "Backup", "", "Owner"}) +
          sheet_row(3, {"", "last test", "result"}) + sheet_row(4, {"Mail", "May", "ok", "Kay"}) +
          sheet_row(5, {"", "June", "failed", "Lee"}) + sheet_row(6, {"CRM", "none", "", "Ann"}) +
          sheet_row(7, {"All systems are in scope"}),
      false, "",
      merged({"A1:D1", "A2:A3", "B2:C2", "D2:D3", "A4:A5", "B6:C6", "A7:D7", "A8:XFD1048576"})};
  EXPECT_EQ(rows_of(sheet),
            (Blocks{"T Backup register",
                    "T System: Mail; Backup / last test: May; Backup / result: ok; Owner: Kay",
                    "T System: Mail; Backup / last test: June; Backup / result: failed; Owner: Lee",
                    "T System: CRM; Backup / last test: none; Backup / result: none; Owner: Ann",
                    "T All systems are in scope"}));
}

TEST(XlsxLayout, SaysWhatIsHidden) {
  const Sheet sheet{"S",
                    sheet_row(1, {"User", "Role", "Days"}) + sheet_row(2, {"kim", "admin", "3"}) +
                        sheet_row(3, {"lee", "root", "9"}, "hidden=\"1\""),
                    true, "<cols><col min=\"2\" max=\"2\" hidden=\"1\"/></cols>"};
  EXPECT_EQ(read_blocks("xlsx", xlsx({sheet})),
            (Blocks{"H1 S (hidden sheet)", "T User: kim; Role (hidden): admin; Days: 3",
                    "T User: lee; Role (hidden): root; Days: 9; (hidden row)"}));
}

TEST(XlsxLayout, TablesThatExcelKnowsStandForThemselves) {
  const std::string columns =
      "<tableColumns><tableColumn name=\"Team\"/><tableColumn name=\"Colour\"/></tableColumns>";
  const Sheet sheet{
      "S",
      sheet_row(1, {"Two lists"}) + sheet_row(3, {"Team", "Colour", "", "Area", "Lead"}) +
          sheet_row(4, {"North", "blue", "", "Porto", "Kay"}) +
          sheet_row(5, {"South", "red", "", "Lyon", "Lee"}) + sheet_row(7, {"Checked", "by Ann"}),
      false,
      "",
      "",
      {"ref=\"A3:B5\">" + columns,
       "ref=\"D3:E5\"><tableColumns><tableColumn name=\"Area\"/>"
       "<tableColumn name=\"Lead\"/></tableColumns>"}};
  EXPECT_EQ(rows_of(sheet),
            (Blocks{"T Two lists", "T Team: North; Colour: blue", "T Team: South; Colour: red",
                    "T Area: Porto; Lead: Kay", "T Area: Lyon; Lead: Lee", "T Checked: by Ann"}));
  const Sheet bare{"S",   sheet_row(1, {"North", "blue"}) + sheet_row(2, {"South", "red"}),
                   false, "",
                   "",    {"ref=\"A1:B2\" headerRowCount=\"0\">" + columns}};
  EXPECT_EQ(rows_of(bare), (Blocks{"T North: blue", "T South: red"}));
}

TEST(XlsxLayout, AnotherTableHasAnotherHeader) {
  const std::string first = sheet_row(1, {"System", "Owner", "Days"}) +
                            sheet_row(2, {"Mail", "Kay", "30"}) + sheet_row(3, {"CRM", "Lee", "7"});
  EXPECT_EQ(
      rows_of({"S", first + sheet_row(5, {"Site", "Room", "Keys"}) +
                        sheet_row(6, {"Porto", "4", "2"}) + sheet_row(7, {"Lyon", "9", "1"})}),
      (Blocks{"T System: Mail; Owner: Kay; Days: 30", "T System: CRM; Owner: Lee; Days: 7",
              "T Site: Porto; Room: 4; Keys: 2", "T Site: Lyon; Room: 9; Keys: 1"}));
  // A gap in a table is no end of it; a title is one.
  EXPECT_EQ(rows_of({"S", first + sheet_row(5, {"ERP", "Ann", "14"}) +
                              sheet_row(6, {"DMS", "Bo", "15"})})[2],
            "T System: ERP; Owner: Ann; Days: 14");
  EXPECT_EQ(
      rows_of({"S", first + sheet_row(5, {"Suppliers"}) + sheet_row(6, {"Acme", "Bo", "Lyon"}) +
                        sheet_row(7, {"Apex", "Cy", "Porto"})})[3],
      "T Acme; Bo; Lyon");
}

TEST(XlsxLayout, TellsTablesBesideEachOtherApart) {
  const std::string rows = sheet_row(1, {"System", "Copies", "Days"}) +
                           sheet_row(2, {"Mail", "3", "30"}) +
                           sheet_row(3, {"CRM", "2", "7", "", "Site", "Keys", "Doors"}) +
                           sheet_row(4, {"ERP", "1", "9", "", "Porto", "4", "5"}) +
                           sheet_row(5, {"", "", "", "", "Lyon", "2", "6"});
  EXPECT_EQ(rows_of({"S", rows}),
            (Blocks{"T System: Mail; Copies: 3; Days: 30", "T System: CRM; Copies: 2; Days: 7",
                    "T System: ERP; Copies: 1; Days: 9", "T Site: Porto; Keys: 4; Doors: 5",
                    "T Site: Lyon; Keys: 2; Doors: 6"}));
  // The same names twice are two tables, also in the same rows.
  EXPECT_EQ(rows_of({"S", sheet_row(1, {"Site", "Count", "", "Site", "Count"}) +
                              sheet_row(2, {"Porto", "4", "", "Lyon", "2"})}),
            (Blocks{"T Site: Porto; Count: 4", "T Site: Lyon; Count: 2"}));
  // A free column in a table parts nothing.
  EXPECT_EQ(
      rows_of({"S", sheet_row(1, {"System", "Copies", "", "Owner", "Days"}) +
                        sheet_row(2, {"Mail", "3", "", "Kay", "30"}) +
                        sheet_row(3, {"CRM", "2", "", "Lee", "7"}) + sheet_row(4, {"ERP", "1"})}),
      (Blocks{"T System: Mail; Copies: 3; Owner: Kay; Days: 30",
              "T System: CRM; Copies: 2; Owner: Lee; Days: 7", "T System: ERP; Copies: 1"}));
}

TEST(XlsxLayout, ManyRowsBesideAShortTable) {
  std::string rows = sheet_row(1, {"System", "Copies", "", "Site", "Keys"});
  for (int i = 2; i <= 1500; ++i) rows += sheet_row(i, {"Mail", std::to_string(i)});
  const Blocks blocks = rows_of({"S", rows});
  ASSERT_EQ(blocks.size(), 1499U);
  EXPECT_EQ(blocks[1498], "T System: Mail; Copies: 1500");
}

TEST(XlsxLayout, ABoldRowIsTheHeader) {
  const std::string styles =
      "<fonts><font/><font><b/></font></fonts><cellXfs><xf/><xf fontId=\"1\"/></cellXfs>";
  const auto bold = [](const std::string& at, const std::string& text) {
    return "<c r=\"" + at + "\" s=\"1\" t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
  };
  const Sheet sheet{"S", "<row r=\"1\">" + bold("A1", "Mail") + bold("B1", "Kay") +
                             bold("C1", "x y") + "</row>" + sheet_row(2, {"CRM", "Lee", "low"}) +
                             sheet_row(3, {"ERP", "Ann", "low"})};
  EXPECT_EQ(read_blocks("xlsx", xlsx({sheet}, "", styles)),
            (Blocks{"H1 S", "T Mail: CRM; Kay: Lee; x y: low", "T Mail: ERP; Kay: Ann; x y: low"}));
}

TEST(XlsxLayout, AMergedValueStandsOnceBelowAWideHeader) {
  const Sheet sheet{"S",
                    sheet_row(1, {"Package", "", "", "Revision"}) +
                        sheet_row(2, {"17", "", "", "4"}) + sheet_row(5, {"x", "y", "z"}),
                    false, "", merged({"A2:C2"})};
  EXPECT_EQ(rows_of(sheet)[0], "T Package: 17; Revision: 4");
}

TEST(XlsxLayout, ReadsWhatIsDrawnOnTheSheet) {
  Sheet sheet{"S", sheet_row(1, {"Incidents"})};
  sheet.parts = {
      {"drawing",
       "<d:wsDr XMLNS xmlns:d=\"d\"><d:sp><d:txBody><a:p><a:r><a:t>In a box</a:t></a:r>"
       "</a:p></d:txBody></d:sp><c:chart r:id=\"p2\"/><c:chart r:id=\"p7\"/></d:wsDr>"},
      {"chart",
       "<c:chartSpace XMLNS><c:chart><c:ser><c:tx><c:pt><c:v>2025</c:v></c:pt></c:tx>"
       "<c:cat><c:pt idx=\"0\"><c:v>May</c:v></c:pt><c:pt idx=\"1\"><c:v>June</c:v></c:pt>"
       "</c:cat><c:val><c:pt idx=\"0\"><c:v>4</c:v></c:pt><c:pt idx=\"1\"><c:v>6</c:v>"
       "</c:pt></c:val></c:ser></c:chart></c:chartSpace>"}};
  EXPECT_EQ(rows_of(sheet),
            (Blocks{"T Incidents", "P In a box", "T May; 2025: 4", "T June; 2025: 6"}));
}

TEST(XlsxLayout, CommentsSayWhoseAndWhere) {
  Sheet sheet{"S", sheet_row(1, {"Access is reviewed"})};
  sheet.parts = {
      {"comments",
       "<comments><authors><author>Kay</author><author>tc=1</author></authors><commentList>"
       "<comment ref=\"A1\" authorId=\"0\"><text><r><t>By </t></r><r><t>whom?</t></r></text>"
       "</comment><comment ref=\"B2\" authorId=\"1\"><text><t>A thread for older versions</t>"
       "</text></comment></commentList></comments>"},
      {"threadedComment",
       "<ThreadedComments><threadedComment ref=\"B2\" personId=\"{1}\"><text>Since when?</text>"
       "</threadedComment><threadedComment ref=\"B2\" personId=\"{9}\"><text>May</text>"
       "</threadedComment></ThreadedComments>"},
      {"person", "<personList><person id=\"{1}\" displayName=\"Ann Lee\"/></personList>"}};
  EXPECT_EQ(rows_of(sheet),
            (Blocks{"T Access is reviewed", "P Comment by Ann Lee on B2: Since when?",
                    "P Comment on B2: May", "P Comment by Kay on A1: By whom?"}));
}

TEST(XlsxLayout, LeavesOutADamagedTablePart) {
  Sheet sheet{"S", sheet_row(1, {"Owner"}) + sheet_row(2, {"Kay"})};
  sheet.tables = {"ref=\"A1:A2\"><tableColumns count=\"1\"><tableColumn name=\"Owner\">"};
  EXPECT_EQ(read_blocks("xlsx", xlsx({sheet})), (Blocks{"H1 S", "T Owner", "T Kay"}));
}

}  // namespace
}  // namespace assay::test
