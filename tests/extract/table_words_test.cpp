// SPDX-License-Identifier: Apache-2.0
// Where the words of tables stand that are drawn in a PDF: in their cells, however often a row
// repeats them.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "core/extract/page_words.hpp"
#include "core/json/utf8.hpp"
#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

// The words of the page with this text, in the order of its text.
std::vector<PageWord> words_saying(const Page& page, const std::string& text) {
  const auto words = decode_words(page.words, utf8::length(page.text));
  if (!words) throw std::logic_error("the words of a page break their contract");
  std::vector<PageWord> out;
  for (const PageWord& word : words->words) {
    if (utf8::substr(page.text, word.start, word.end - word.start) == text) out.push_back(word);
  }
  return out;
}

TEST(TableWords, OfACellThatCoversRowsStandInItEachTime) {
  const PdfBuilder pdf = table_with_a_cell_over_two_rows();
  const std::vector<Page> pages = read("pdf", pdf.build());
  const auto payroll = words_saying(pages.at(0), "Payroll");
  ASSERT_EQ(payroll.size(), 2U) << pages[0].text;
  EXPECT_DOUBLE_EQ(payroll[0].y, payroll[1].y);
  const auto owner = words_saying(pages[0], "Owner");
  ASSERT_EQ(owner.size(), 2U);
  EXPECT_LT(owner[1].y, payroll[0].y);
  const auto desk = words_saying(pages[0], "desk");
  ASSERT_EQ(desk.size(), 1U);
  EXPECT_GT(desk[0].y, payroll[0].y);
}

TEST(TableWords, OfATitleAcrossTheTableStandOnce) {
  PdfBuilder pdf;
  pdf.page().line(76, 726, 11, "Systems of the company");
  const std::vector<std::vector<std::string>> rows{
      {"System", "Owner"}, {"Payroll", "Finance"}, {"Wiki", "Operations"}};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < 2; ++c) {
      pdf.line(76 + 130 * static_cast<int>(c), 706 - 20 * static_cast<int>(r), 11, rows[r][c],
               r == 0);
    }
  }
  for (int y = 740; y >= 660; y -= 20) pdf.rule(72, y, 332, y);
  for (const int x : {72, 332}) pdf.rule(x, 660, x, 740);
  pdf.rule(202, 660, 202, 720);
  const std::vector<Page> pages = read("pdf", pdf.build());
  ASSERT_TRUE(pages.at(0).text.starts_with("Systems of the company\n")) << pages[0].text;
  EXPECT_EQ(words_saying(pages[0], "company").size(), 1U);
  EXPECT_EQ(words_saying(pages[0], "Owner").size(), 2U) << pages[0].text;
  EXPECT_EQ(words_saying(pages[0], "Operations").size(), 1U);
}

// Names that only a page before shows have no place on this one.
TEST(TableWords, OfNamesFromAPageBeforeHaveNoPlace) {
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
  const std::vector<Page> pages = read("pdf", pdf.build());
  ASSERT_TRUE(pages.at(1).text.starts_with("System: Payroll; Owner: Finance; Place: Berlin\n"));
  EXPECT_EQ(words_saying(pages[0], "Owner").size(), 3U);
  EXPECT_EQ(words_saying(pages[1], "Owner").size(), 0U);
  const auto finance = words_saying(pages[1], "Finance");
  ASSERT_EQ(finance.size(), 3U);
  EXPECT_NEAR(finance[2].y - finance[0].y, 40.0 / 792, .001);
}

}  // namespace
}  // namespace assay::test
