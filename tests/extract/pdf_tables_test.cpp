// SPDX-License-Identifier: Apache-2.0
// Tables of PDF files: drawn grids, colours, rules, and tables that go on over pages.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

TEST(PdfTables, ReadCellsThatAreDrawn) {
  PdfBuilder pdf;
  pdf.page()
      .line(76, 706, 11, "System", true)
      .line(206, 706, 11, "Owner", true)
      .line(76, 680, 11, "Payroll")
      .line(206, 686, 11, "Head of finance")
      .line(206, 673, 11, "And her deputy")
      .line(206, 646, 11, "Service desk");
  for (const int y : {720, 700, 666, 640}) pdf.rule(72, y, 332, y);
  for (const int x : {72, 202, 332}) pdf.rule(x, 640, x, 720);
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"T System: Payroll; Owner: Head of finance And her deputy",
                    "T Owner: Service desk"}));
}

TEST(PdfTables, RepeatTheValueOfACellThatCoversRows) {
  const PdfBuilder pdf = table_with_a_cell_over_two_rows();
  EXPECT_EQ(read_blocks("pdf", pdf.build()), (Blocks{"T System: Payroll; Owner: Head of finance",
                                                     "T System: Payroll; Owner: Service desk"}));
}

TEST(PdfTables, TakeARowOnAColourOfItsOwnForTheHeader) {
  PdfBuilder pdf;
  pdf.page().content("0.8 0.8 0.9 rg 70 700 300 20 re f 0 g\n");
  const std::vector<std::vector<std::string>> rows{{"System", "Keeper", "Place"},
                                                   {"Payroll", "Finance", "Berlin"},
                                                   {"Wiki", "Operations", "Leeds"},
                                                   {"Mail", "Service desk", "Leeds"}};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      pdf.line(76 + 100 * static_cast<int>(c), 706 - 20 * static_cast<int>(r), 11, rows[r][c]);
    }
  }
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"T System: Payroll; Keeper: Finance; Place: Berlin",
                    "T System: Wiki; Keeper: Operations; Place: Leeds",
                    "T System: Mail; Keeper: Service desk; Place: Leeds"}));
}

// No rule parts the header from the first row, only its colour does. Cells are filled line by line.
TEST(PdfTables, EndARowWhereTheColourOfCellsChanges) {
  PdfBuilder pdf;
  pdf.page();
  for (const int x : {72, 202}) {
    for (const int y : {700, 710}) {
      pdf.content("0.8 0.8 0.9 rg " + std::to_string(x) + " " + std::to_string(y) +
                  " 130 10 re f 0 g\n");
    }
  }
  pdf.line(76, 706, 11, "System").line(206, 706, 11, "Keeper");
  pdf.line(76, 686, 11, "Payroll").line(206, 686, 11, "Finance");
  pdf.line(76, 666, 11, "Wiki").line(206, 666, 11, "Operations");
  pdf.line(76, 646, 11, "Mail").line(206, 646, 11, "Service desk");
  for (const int y : {720, 680, 660, 640}) pdf.rule(72, y, 332, y);
  for (const int x : {72, 202, 332}) pdf.rule(x, 640, x, 720);
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"T System: Payroll; Keeper: Finance", "T System: Wiki; Keeper: Operations",
                    "T System: Mail; Keeper: Service desk"}));
}

// "Score" covers two columns, "Run 1" and "Time (s)" two rows.
TEST(PdfTables, JoinTwoLinesOfNamesThatHoldFigures) {
  PdfBuilder pdf;
  pdf.page()
      .line(76, 696, 11, "Layers")
      .line(236, 706, 11, "Score")
      .line(186, 686, 11, "easy")
      .line(276, 686, 11, "hard")
      .line(356, 696, 11, "Time \\(95 %\\)");
  for (int row = 0; row < 3; ++row) {
    const int y = 666 - 20 * row;
    pdf.line(76, y, 11, std::to_string(2 + row)).line(186, y, 11, "0.9" + std::to_string(row));
    pdf.line(276, y, 11, "0.8" + std::to_string(row)).line(356, y, 11, "1." + std::to_string(row));
    pdf.rule(72, y - 6, 452, y - 6);
  }
  pdf.rule(72, 720, 452, 720).rule(182, 700, 352, 700).rule(72, 680, 452, 680);
  for (const int x : {72, 182, 352, 452}) pdf.rule(x, 620, x, 720);
  pdf.rule(272, 620, 272, 700);
  EXPECT_EQ(read_blocks("pdf", pdf.build()).front(),
            "T Layers: 2; Score / easy: 0.90; Score / hard: 0.80; Time (95 %): 1.0");
}

// The names stand in the middle of wide columns, the values at their edges.
TEST(PdfTables, FindNamesThatStandBesideTheirValues) {
  PdfBuilder pdf;
  pdf.page()
      .line(150, 706, 11, "System", true)
      .line(306, 706, 11, "Risk", true)
      .line(460, 706, 11, "Cost", true);
  const std::vector<std::vector<std::string>> rows{{"Mail", "low", "1,250.00"},
                                                   {"Payroll of the group", "high", "870.00"},
                                                   {"Wiki", "low", "12.00"},
                                                   {"Archive of all contracts", "high", "3.00"}};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const int y = 684 - 20 * static_cast<int>(r);
    pdf.line(72, y, 11, rows[r][0]).line(300, y, 11, rows[r][1]).line(480, y, 11, rows[r][2]);
  }
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"T System: Mail; Risk: low; Cost: 1,250.00",
                    "T System: Payroll of the group; Risk: high; Cost: 870.00",
                    "T System: Wiki; Risk: low; Cost: 12.00",
                    "T System: Archive of all contracts; Risk: high; Cost: 3.00"}));
}

// Names of groups begin where the first of their columns does.
TEST(PdfTables, SpreadNamesOverTheColumnsOfAGroup) {
  PdfBuilder pdf;
  pdf.page().line(172, 720, 11, "Backup", true).line(352, 720, 11, "Recovery", true);
  const std::vector<int> places{72, 172, 262, 352, 442};
  const std::vector<std::vector<std::string>> rows{{"System", "Owner", "Last", "Plan", "Tested"},
                                                   {"Mail", "Kay", "2025", "yes", "no"},
                                                   {"Wiki", "Lou", "2024", "no", "no"},
                                                   {"Payroll", "Kay", "2023", "yes", "yes"}};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < places.size(); ++c) {
      pdf.line(places[c], 700 - 20 * static_cast<int>(r), 11, rows[r][c], r == 0);
    }
  }
  EXPECT_EQ(read_blocks("pdf", pdf.build()).front(),
            "T System: Mail; Backup / Owner: Kay; Backup / Last: 2025; Recovery / Plan: yes; "
            "Recovery / Tested: no");
}

TEST(PdfTables, KeepTheirHeaderOnTheNextPage) {
  PdfBuilder pdf;
  for (int page = 0; page < 2; ++page) {
    pdf.page();
    if (page == 0) {
      pdf.line(72, 720, 11, "System", true).line(200, 720, 11, "Owner", true);
      pdf.line(330, 720, 11, "Place", true);
    }
    for (int row = 0; row < 3; ++row) {
      const int y = 700 - 20 * row;
      pdf.line(72, y, 11, "Payroll").line(200, y, 11, "Finance").line(330, y, 11, "Berlin");
    }
  }
  const std::string row = "T System: Payroll; Owner: Finance; Place: Berlin";
  EXPECT_EQ(read_blocks("pdf", pdf.build()), (Blocks{row, row, row, "--", row, row, row}));
}

}  // namespace
}  // namespace assay::test
