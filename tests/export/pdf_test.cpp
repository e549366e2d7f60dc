// SPDX-License-Identifier: Apache-2.0
// The PDF as other programs read it: text, pages, outline, fonts, metadata, and that it renders.
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "tests/export/sample_report.hpp"

namespace assay::test {
namespace {

class Pdf : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    file_ = file_with(exported(ExportFormat::Pdf, sample_source()), "sample.pdf");
    text_ = printed_by("pdftotext -layout " + file_ + " -");
    info_ = printed_by("TZ=UTC pdfinfo " + file_);
  }
  static bool says(std::string_view what) { return text_.find(what) != std::string::npos; }
  static int pages() {
    std::smatch found;
    return std::regex_search(info_, found, std::regex("Pages: +([0-9]+)")) ? std::stoi(found[1])
                                                                           : 0;
  }
  static inline std::string file_;
  static inline std::string text_;
  static inline std::string info_;
};

TEST_F(Pdf, HoldsEveryPartWithItsNumbers) {
  for (const char* what :
       {"Compliance evidence assessment", "Assay Baseline", "Tarnholt Metrics Ltd",
        "2 January 2026, 03:04 UTC", "Of 12 requirements, the evidence fully satisfies 3",
        "Requirements by criterion", "Appendix: what this report is based on", "Documents assessed",
        "It took more than 90 s.", "Not shown: what is not needed is withdrawn in five days",
        "Access-Control-Procedure.docx, page 3", "Glossary"}) {
    EXPECT_TRUE(says(what)) << what;
  }
  EXPECT_TRUE(says(sample_source().snapshot_hash.value()));
  for (const auto& [sha256, bytes] : sample_originals()) EXPECT_TRUE(says(sha256)) << bytes;
}

TEST_F(Pdf, NumbersItsPagesAndLeadsToThem) {
  ASSERT_GT(pages(), 4);
  EXPECT_FALSE(says("Page 1 of")) << "the cover has no foot";
  for (int page = 2; page <= pages(); ++page) {
    EXPECT_TRUE(says("Page " + std::to_string(page) + " of " + std::to_string(pages()))) << page;
  }
  // The contents name the first page of a part.
  std::smatch found;
  ASSERT_TRUE(std::regex_search(text_, found,
                                std::regex("Appendix: what this report is based on +([0-9]+)")));
  const std::string page = found[1];
  const std::string there = printed_by("pdftotext -f " + page + " -l " + page + " " + file_ + " -");
  EXPECT_NE(there.find("Documents assessed"), std::string::npos);
}

TEST_F(Pdf, HasFactsAndAnOutline) {
  for (const char* what : {"Title:           Assay Baseline: assessment of Tarnholt Metrics Ltd",
                           "Author:          Tarnholt Metrics Ltd", "Jan  2 03:04:08 2026",
                           "Page size:       595.276 x 841.89 pts (A4)", "JavaScript:      no"}) {
    EXPECT_NE(info_.find(what), std::string::npos) << what << " in " << info_;
  }
  const std::string raw = printed_by("strings " + file_);
  EXPECT_NE(raw.find("/Outlines"), std::string::npos);
}

TEST_F(Pdf, SetsEveryScriptInAnEmbeddedFont) {
  // Checks single words, since the order on the page is the reading order.
  for (const char* word : {"מדיניות", "アクセス", "حقوق", "規程"}) {
    EXPECT_TRUE(says(word)) << word;
  }
  const std::string fonts = printed_by("pdffonts " + file_ + " | tail -n +3");
  EXPECT_FALSE(fonts.empty());
  std::istringstream lines(fonts);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(std::regex_search(line, std::regex(" yes (yes|no)  ?yes "))) << line;
  }
}

TEST_F(Pdf, LongTextGoesOnOverPages) {
  exports::Source source = sample_source();
  std::string note;
  for (int i = 0; i < 3000; ++i) note += "word" + std::to_string(i) + " ";
  source.reviews.push_back(sample_review(1, note));
  const std::string file = file_with(exported(ExportFormat::Pdf, std::move(source)), "long.pdf");
  const std::string text = printed_by("pdftotext " + file + " -");
  for (int i = 0; i < 3000; i += 37) {
    const std::string word = "word" + std::to_string(i);
    EXPECT_NE(text.find(word), std::string::npos) << word;
  }
}

TEST_F(Pdf, CanBeDrawn) {
  const std::string said = printed_by("pdftoppm -r 20 -png " + file_ + " " + file_ + "-page 2>&1");
  EXPECT_EQ(said, "");
  EXPECT_EQ(printed_by("ls " + file_ + "-page-*.png | wc -l"), std::to_string(pages()) + "\n");
}

}  // namespace
}  // namespace assay::test
