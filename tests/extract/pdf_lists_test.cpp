// SPDX-License-Identifier: Apache-2.0
// PDF: which lines are items of a list, and where they end.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

constexpr const char* kBullet = "\\267";  // as Helvetica has it

// Word sets bullets in a font of their own, far to the left of the text.
TEST(PdfLists, JoinBulletsThatStandApart) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 720, 11, "The following files have to be kept for as long as the contract lasts:")
      .line(90, 692, 9, kBullet)
      .line(130, 692, 11, "Reports of restore tests, with the name of the person who did the")
      .line(130, 678, 11, "test and what was found by it")
      .line(90, 664, 9, kBullet)
      .line(130, 664, 11, "Minutes")
      .line(90, 650, 9, kBullet)
      .line(130, 650, 11, "Contracts")
      .line(72, 622, 11, "All other files are deleted after a year.");
  EXPECT_EQ(
      read_blocks("pdf", pdf.build()),
      (Blocks{"P The following files have to be kept for as long as the contract lasts:",
              "L - Reports of restore tests, with the name of the person who did the test "
              "and what was found by it",
              "L - Minutes", "L - Contracts", "P All other files are deleted after a year."}));
}

TEST(PdfLists, JoinNumbersThatStandApart) {
  PdfBuilder pdf;
  pdf.page();
  const std::vector<std::string> markers{"1.", "\\(b\\)", "iv\\)", "C."};
  for (std::size_t i = 0; i < markers.size(); ++i) {
    const int y = 700 - 30 * static_cast<int>(i);
    pdf.line(90, y, 11, markers[i]).line(140, y, 11, "Keep the reports of the year");
  }
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"L 1. Keep the reports of the year", "L (b) Keep the reports of the year",
                    "L iv) Keep the reports of the year", "L C. Keep the reports of the year"}));
}

// A number beside what is no text of a clause stands alone.
TEST(PdfLists, ReadNumbersOfTextThatWasTakenOut) {
  PdfBuilder pdf;
  pdf.page();
  for (int i = 0; i < 5; ++i) {
    const int y = 700 - 36 * i;
    pdf.line(52, y, 9, "11." + std::to_string(i));
    if (i == 3) {
      pdf.line(80, y, 9, "[***].");
    } else {
      pdf.line(80, y, 9,
               "The supplier keeps the reports of the year, and those of the year before");
      pdf.line(80, y - 14, 9, "at its own cost, in a room that is locked.");
    }
  }
  std::string all;
  for (const std::string& block : read_blocks("pdf", pdf.build())) all += block + "\n";
  EXPECT_NE(all.find("P 11.3\nP [***].\n"), std::string::npos) << all;
}

// A letter serves as the bullet of the second level.
TEST(PdfLists, TakeALoneLetterForABullet) {
  PdfBuilder pdf;
  pdf.page()
      .line(90, 700, 11, kBullet)
      .line(108, 700, 11, "Reports of restore tests")
      .line(108, 686, 11, "o")
      .line(126, 686, 11, "of the year")
      .line(108, 672, 11, "o")
      .line(126, 672, 11, "of the year before");
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"L - Reports of restore tests", "L - of the year", "L - of the year before"}));
}

// Clauses of contracts, with or without a title of their own.
TEST(PdfLists, TakeNumberedClausesForItems) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 700, 11, "2.1")
      .line(108, 700, 11, "Roles of the parties. The customer is the controller and the supplier")
      .line(108, 686, 11, "is the processor of the data.")
      .line(108, 658, 11, "2.1.1")
      .line(152, 658, 11, "The processor keeps a record of all processing that it does for the")
      .line(152, 644, 11, "controller.");
  EXPECT_EQ(
      read_blocks("pdf", pdf.build()),
      (Blocks{"L 2.1 Roles of the parties. The customer is the controller and the supplier is "
              "the processor of the data.",
              "L 2.1.1 The processor keeps a record of all processing that it does for the "
              "controller."}));
}

// A sentence that ends with the number of a table is no beginning of a list.
TEST(PdfLists, DoNotBeginWithinASentence) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 700, 11, "The reports that were kept in the year are listed by their date in Table")
      .line(72, 686, 11, "3. They were read by the head of the group and by the auditors, who")
      .line(72, 672, 11, "had no questions on the state of the backup but on some of its age")
      .line(72, 658, 11, "- as it had to be - or on the restore tests, and signed all of them.");
  EXPECT_EQ(
      read_blocks("pdf", pdf.build()),
      (Blocks{
          "P The reports that were kept in the year are listed by their date in Table 3. They were "
          "read by the head of the group and by the auditors, who had no questions on the "
          "state of the backup but on some of its age - as it had to be - or on the "
          "restore tests, and signed all of them."}));
}

// Browsers draw bullets as shapes, which are no text.
TEST(PdfLists, SeeBulletsThatAreDrawn) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 700, 11, "The reports of")
      .content("90 685 4 4 re f\n")
      .line(104, 683, 11, "restore tests")
      .content("90 671 m 94 671 l 94 675 l 90 675 l h S\n")
      .line(104, 669, 11, "audits, with all findings")
      .line(72, 640, 11, "are kept.")
      .content("113 641 3 3 re f\n")
      .line(122, 640, 11, "A dot within a line is none.");
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"P The reports of", "L - restore tests", "L - audits, with all findings",
                    "P are kept. A dot within a line is none."}));
}

// Figures beside a text are cells, not the number of an item.
TEST(PdfLists, LeaveFiguresBetweenColumnsAlone) {
  PdfBuilder pdf;
  pdf.page().line(72, 700, 11, "System", true).line(180, 700, 11, "Version", true);
  pdf.line(240, 700, 11, "Remarks", true);
  for (int i = 0; i < 4; ++i) {
    pdf.line(72, 680 - 20 * i, 11, "Payroll").line(180, 680 - 20 * i, 11, "1." + std::to_string(i));
    pdf.line(240, 680 - 20 * i, 11, "Reviewed by the head of finance in the spring");
  }
  EXPECT_EQ(
      read_blocks("pdf", pdf.build()).front(),
      "T System: Payroll; Version: 1.0; Remarks: Reviewed by the head of finance in the spring");
}

TEST(PdfLists, LeaveFiguresOfTablesAlone) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 700, 11, "Version", true)
      .line(180, 700, 11, "Date", true)
      .line(300, 700, 11, "Author", true);
  for (int i = 0; i < 4; ++i) {
    pdf.line(72, 680 - 20 * i, 11, "1." + std::to_string(i))
        .line(180, 680 - 20 * i, 11, "2025-03-0" + std::to_string(i + 1))
        .line(300, 680 - 20 * i, 11, "Kay");
  }
  EXPECT_EQ(read_blocks("pdf", pdf.build()).front(),
            "T Version: 1.0; Date: 2025-03-01; Author: Kay");
}

}  // namespace
}  // namespace assay::test
