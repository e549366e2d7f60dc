// SPDX-License-Identifier: Apache-2.0
// PDF: which lines are headings, and which run along the pages.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

using Blocks = std::vector<std::string>;

constexpr const char* kLong =
    "The rules of this page hold for all systems and all people of the company";

TEST(PdfHeadings, MayHaveLettersOfOtherScripts) {
  PdfBuilder pdf;
  pdf.page().content("BT /F4 18 Tf 72 720 Td <B9DCC0EDB9DCC0ED> Tj ET\n").line(72, 680, 11, kLong);
  EXPECT_EQ(read_blocks("pdf", pdf.build()).front(), "H1 管理管理");
}

// What stands below it belongs to one table or figure, and the text after that does not.
TEST(PdfHeadings, AreNoCaptionsOfTablesAndFigures) {
  for (const char* caption : {"Table 3: Owners of systems", "[Fig. 2] The way of a request"}) {
    PdfBuilder pdf;
    pdf.page().line(72, 700, 11, caption, true).line(72, 660, 11, kLong);
    EXPECT_EQ(read_blocks("pdf", pdf.build()).front(), "P " + std::string(caption));
  }
  PdfBuilder pdf;
  pdf.page().line(72, 700, 11, "Table of contents", true).line(72, 660, 11, kLong);
  EXPECT_EQ(read_blocks("pdf", pdf.build()).front(), "H1 Table of contents");
}

TEST(PdfHeadings, AreLinesInCapitalsThatStandAlone) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 700, 11, "DUTIES OF THE OWNERS")
      .line(72, 670, 11, kLong)
      .line(72, 656, 11, "AND ALSO FOR ITS SUPPLIERS");
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"H1 DUTIES OF THE OWNERS",
                    "P " + std::string(kLong) + " AND ALSO FOR ITS SUPPLIERS"}));
}

TEST(PdfHeadings, AreWhatATaggedDocumentSaysTheyAre) {
  PdfBuilder pdf;
  pdf.page()
      .tag("H2")
      .line(72, 720, 11, "1.2 Who keeps the records of the company and of")
      .line(72, 707, 11, "those who work for it?")
      .tag("")
      .tag("P")
      .line(72, 680, 11, kLong)
      .tag("");
  pdf.page()
      .tag("H1")
      .line(72, 720, 11, "Records")
      .tag("")
      .tag("H3")
      .line(72, 707, 11, "Use")
      .tag("");
  pdf.line(72, 680, 11, "kept");
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"H2 1.2 Who keeps the records of the company and of those who work for it?",
                    "P " + std::string(kLong), "--", "H1 Records", "H3 Use", "P kept"}));
}

TEST(PdfHeadings, AreSetInHeavierTypeThanTheText) {
  for (const auto& [name, weight] :
       std::vector<std::pair<std::string, int>>{{"ABCDEF+Arial-BoldMT", 700},
                                                {"CMBX12", 700},
                                                {"ABCDEF+SFBX1200", 700},
                                                {"NimbusRomNo9L-Medi", 700},
                                                {"OpenSans-SemiBold", 600},
                                                {"KoPubDotumMedium", 500},
                                                {"NotoSansCJKjp-DemiLight", 350},
                                                {"KoPubBatangLight", 300},
                                                {"Roboto-Thin", 200},
                                                {"Montserrat-Black", 900},
                                                {"CMR10", 400},
                                                {"TimesNewRomanPSMT", 400},
                                                {"", 400}}) {
    EXPECT_EQ(extract::font_weight(name), weight) << name;
  }
}

// Boxes of code and of hints have titles of their own.
TEST(PdfHeadings, AreNotTitlesOfBoxes) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 720, 11, "Restore tests", true)
      .line(72, 700, 11, kLong)
      .line(80, 660, 11, "Hint", true);
  pdf.line(80, 640, 11, kLong).rule(72, 676, 540, 676).rule(72, 630, 540, 630);
  pdf.rule(72, 630, 72, 676).rule(540, 630, 540, 676);
  EXPECT_EQ(read_blocks("pdf", pdf.build()), (Blocks{"H1 Restore tests", "P " + std::string(kLong),
                                                     "P Hint", "P " + std::string(kLong)}));
}

TEST(PdfHeadings, AreNotLinesOfATableOfContents) {
  PdfBuilder pdf;
  pdf.page().line(72, 700, 11, kLong);
  pdf.line(72, 660, 11, "1.1 Duties of owners ........................ 3", true);
  pdf.line(72, 640, 11, "1.2 Duties of users ......................... 4", true);
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"P " + std::string(kLong), "P 1.1 Duties of owners ........................ 3",
                    "P 1.2 Duties of users ......................... 4"}));
}

// A frame around a link is no rule between two columns.
TEST(PdfHeadings, AreNotCutByFramesOfLinks) {
  PdfBuilder pdf;
  pdf.page().line(72, 720, 11, kLong).line(72, 700, 14, "3 Tests of Section 4", true);
  pdf.link(147, 697, 205, 714);
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"P " + std::string(kLong), "H1 3 Tests of Section 4"}));
}

TEST(PdfRunningTitles, AreReadOnce) {
  PdfBuilder pdf;
  for (int i = 1; i <= 4; ++i) {
    pdf.page()
        .line(72, 760, 9, "Access policy of the company")
        .line(72, 600, 11, std::string(kLong) + " " + std::string(static_cast<std::size_t>(i), 'x'))
        .line(300, 30, 9, "Page " + std::to_string(i) + " of 4");
  }
  const Blocks blocks = read_blocks("pdf", pdf.build());
  EXPECT_EQ(std::ranges::count(blocks, "P Access policy of the company"), 1);
  EXPECT_EQ(std::ranges::count(blocks, "P Page 1 of 4"), 1);
  EXPECT_EQ(blocks.size(), 4U + 2U + 3U) << "four texts, two titles, three page breaks";
}

TEST(PdfRunningTitles, StayOnPagesThatHoldNothingElse) {
  PdfBuilder pdf;
  for (int i = 1; i <= 4; ++i) pdf.page().line(72, 760, 11, "Page " + std::to_string(i));
  EXPECT_EQ(read_blocks("pdf", pdf.build()),
            (Blocks{"P Page 1", "--", "P Page 2", "--", "P Page 3", "--", "P Page 4"}));
}

}  // namespace
}  // namespace assay::test
