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
