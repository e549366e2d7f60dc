// SPDX-License-Identifier: Apache-2.0
// PDF: pages, headings, paragraphs joined from lines, and unreadable files.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

TEST(Pdf, MakesHeadingsParagraphsAndLists) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 720, 20, "Access Control Policy", true)
      .line(72, 680, 11, "1. Purpose", true)
      .line(72, 660, 11, "This policy describes who is allowed to use the systems of the com-")
      .line(72, 646, 11, "pany and how the access is granted and reviewed by the risk-based")
      .line(72, 632, 11, "process that the security team runs each month.")
      .line(72, 606, 11, "- first item of the list")
      .line(72, 592, 11, "- second item of the list");
  pdf.page().line(72, 720, 11, "Text of the second page.");
  EXPECT_EQ(
      read_blocks("pdf", pdf.build()),
      (Blocks{"H1 Access Control Policy", "H1 1. Purpose",
              "P This policy describes who is allowed to use the systems of the company and how "
              "the access is granted and reviewed by the risk-based process that the security "
              "team runs each month.",
              "L - first item of the list", "L - second item of the list", "--",
              "P Text of the second page."}));
}

TEST(Pdf, ReadsColumnsAsRows) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 720, 11, "The systems and their owners are listed in the table that follows here.")
      .line(72, 680, 11, "System", true)
      .line(200, 680, 11, "Owner", true)
      .line(330, 680, 11, "Review", true)
      .line(72, 660, 11, "Payroll")
      .line(200, 660, 11, "Head of finance")
      .line(330, 660, 11, "monthly")
      .line(200, 647, 11, "and staff")
      .line(72, 627, 11, "Wiki")
      .line(200, 627, 11, "IT")
      .line(330, 627, 11, "yearly")
      .line(72, 580, 11, "After the table the text goes on.");
  EXPECT_EQ(
      read_blocks("pdf", pdf.build()),
      (Blocks{"P The systems and their owners are listed in the table that follows here.",
              "T System: Payroll; Owner: Head of finance and staff; Review: monthly",
              "T System: Wiki; Owner: IT; Review: yearly", "P After the table the text goes on."}));
}

TEST(Pdf, ReadsColumnsOfTextOneAfterTheOther) {
  PdfBuilder pdf;
  pdf.page();
  const std::string left = "left column text that fills its lines";
  const std::string right = "right column text that fills as well";
  for (int i = 0; i < 6; ++i) {
    pdf.line(60, 700 - 14 * i, 11, left + " " + std::to_string(i));
    pdf.line(330, 700 - 14 * i, 11, right + " " + std::to_string(i));
  }
  const std::string text = read("pdf", pdf.build()).at(0).text;
  EXPECT_LT(text.find(left + " 5"), text.find(right + " 0")) << text;
}

// The lines are so far apart that poppler goes from one column to the other with each of them.
TEST(Pdf, ReadsColumnsOfWidelySetTextOneAfterTheOther) {
  PdfBuilder pdf;
  pdf.page().line(72, 740, 11,
                  "The whole page is covered by this line, from its left edge to its right one.");
  std::string left;
  std::string right;
  for (int i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    pdf.line(72, 700 - i * 18, 11, "left column text that fills its line " + number)
        .line(310, 703 - i * 18, 11, "right column text that fills line " + number);
    left += (i > 0 ? " " : "P ") + ("left column text that fills its line " + number);
    right += (i > 0 ? " " : "P ") + ("right column text that fills line " + number);
  }
  const auto blocks = read_blocks("pdf", pdf.build());
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_EQ(blocks[1], left);
  EXPECT_EQ(blocks[2], right);
}

// Letters without width belong to no column. The text is kept, beside the table.
TEST(Pdf, KeepsTextWithoutWidthAmongColumns) {
  PdfBuilder pdf;
  pdf.page();
  const std::vector<std::string> systems{"Payroll", "Wiki", "Mail", "Backup"};
  for (std::size_t i = 0; i < systems.size(); ++i) {
    const int y = 680 - 20 * static_cast<int>(i);
    pdf.line(72, y, 11, systems[i])
        .line(200, y, 11, "Owner")
        .line(330, y, 11, "monthly")
        .line_without_width(450, y, 11, "mark");
  }
  const std::vector<Page> pages = read("pdf", pdf.build());
  ASSERT_EQ(pages.size(), 1U);
  for (const std::string& system : systems) {
    EXPECT_NE(pages[0].text.find(system), std::string::npos) << pages[0].text;
  }
  EXPECT_NE(pages[0].text.find("mark"), std::string::npos) << pages[0].text;
}

// Coordinates that are not numbers, or far off any page, affect only the document.
TEST(Pdf, ReadsTextThatStandsNowhere) {
  PdfBuilder pdf;
  const std::string huge(300, '9');
  pdf.page().line(72, 720, 11, "Before.");
  for (const char* matrix : {"0 0 0 0 100 100", "1 0 0 0 100 200", "0 0 0 1 100 300"}) {
    pdf.content(std::string("BT /F1 11 Tf ") + matrix + " Tm (Flat) Tj ET\n");
  }
  pdf.content("BT /F1 11 Tf " + huge + " 0 0 1 100 400 Tm (Wide) Tj (Words) Tj ET\n");
  pdf.content("BT /F1 " + huge + " Tf 1 0 0 1 " + huge + " 400 Tm (Far words) Tj ET\n");
  pdf.line(72, 100, 11, "After.");
  const std::string text = read("pdf", pdf.build()).at(0).text;
  EXPECT_NE(text.find("Before."), std::string::npos) << text;
  EXPECT_NE(text.find("After."), std::string::npos) << text;
}

TEST(Pdf, KeepsEmptyPagesInTheCount) {
  PdfBuilder pdf;
  pdf.page();
  pdf.page().line(72, 700, 11, "Only here.");
  EXPECT_EQ(read_blocks("pdf", pdf.build()), (Blocks{"--", "P Only here."}));
}

TEST(Pdf, OfBlankPagesIsEmptyAndNotScanned) {
  PdfBuilder pdf;
  pdf.page();
  const auto failure = failure_of("pdf", pdf.build());
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->problem, ExtractProblem::Empty);
}

TEST(Pdf, TellsPicturesFromPagesOfText) {
  PdfBuilder pdf;
  pdf.page().content("0 0 0 rg 100 100 300 400 re f");
  pdf.page().line(72, 700, 11, "Only a line of text.");
  const std::vector<Page> pages = read("pdf", pdf.build());
  ASSERT_EQ(pages.size(), 2U);
  EXPECT_EQ(pages[0].source, PageSource::Picture);
  EXPECT_EQ(pages[1].source, PageSource::Text);
}

TEST(Pdf, TellsWhatThePagesAreCalledWhereThatIsNotTheirNumber) {
  PdfBuilder pdf;
  for (int i = 0; i < 5; ++i) pdf.page().line(72, 700, 11, "Words of a page.");
  pdf.labels("0 << /S /r >> 2 << /S /D >> 4 << /P <FEFF00C4002D> /S /D /St 5 >>");
  std::vector<std::string> labels;
  for (const Page& page : read("pdf", pdf.build())) labels.push_back(page.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"i", "ii", "1", "2", "\u00C4-5"}));
  pdf.labels("0 << /S /D >>");
  for (const Page& page : read("pdf", pdf.build())) EXPECT_EQ(page.label, "");
}

TEST(Pdf, DamagedOrEncryptedOnesFailWithAReason) {
  EXPECT_EQ(failure_of("pdf", "%PDF-1.7\nnothing more")->problem, ExtractProblem::Broken);
  PdfBuilder pdf;
  pdf.page().line(72, 700, 11, "Secret.");
  const auto failure = failure_of("pdf", pdf.encrypted().build());
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->problem, ExtractProblem::Encrypted);
  EXPECT_NE(failure->reason.find("password"), std::string::npos);
}

}  // namespace
}  // namespace assay::test
