// SPDX-License-Identifier: Apache-2.0
// Where the words of a page stand: their places in its text, and their boxes on the page.
#include <gtest/gtest.h>
#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-page.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "core/base/io.hpp"
#include "core/extract/extractor.hpp"
#include "core/extract/page_words.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/read_helper.hpp"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

PageWords words_of(const Page& page) {
  const auto words = decode_words(page.words, utf8::length(page.text));
  if (!words) throw std::logic_error("the words of a page break their contract");
  return *words;
}

std::string said(const Page& page, const PageWord& word) {
  return std::string(utf8::substr(page.text, word.start, word.end - word.start));
}

// The words of a page in order of its text, and those with this text.
std::vector<std::string> all_said(const Page& page) {
  std::vector<std::string> out;
  for (const PageWord& word : words_of(page).words) out.push_back(said(page, word));
  return out;
}
std::vector<PageWord> saying(const Page& page, const std::string& text) {
  std::vector<PageWord> out;
  for (const PageWord& word : words_of(page).words) {
    if (said(page, word) == text) out.push_back(word);
  }
  return out;
}

TEST(Words, StandWhereThePageShowsThem) {
  PdfBuilder pdf;
  pdf.page().line(72, 720, 12, "First words").line(300, 396, 12, "middle");
  const std::vector<Page> pages = read("pdf", pdf.build());
  const PageWords words = words_of(pages.at(0));
  EXPECT_DOUBLE_EQ(words.page_width, 612);
  EXPECT_DOUBLE_EQ(words.page_height, 792);
  EXPECT_EQ(words.rotation, 0);
  EXPECT_EQ(all_said(pages[0]), (std::vector<std::string>{"First", "words", "middle"}));
  EXPECT_NEAR(words.words[0].x, 72.0 / 612, .001);
  EXPECT_NEAR(words.words[2].x, 300.0 / 612, .001);
  // The baseline is within the box, not far from its lower edge.
  const double baseline = 1 - 396.0 / 792;
  EXPECT_LT(words.words[2].y, baseline - 6.0 / 792);
  EXPECT_GT(words.words[2].y + words.words[2].height, baseline);
  EXPECT_LT(words.words[2].y + words.words[2].height, baseline + 6.0 / 792);
  EXPECT_GT(words.words[1].x, words.words[0].x + words.words[0].width);
  EXPECT_FALSE(words.words[0].confidence);
}

TEST(Words, OfTurnedPagesStandWhereTheyAreShown) {
  PdfBuilder pdf;
  pdf.page().line(72, 700, 12, "Sideways");
  pdf.turned(90);
  const std::vector<Page> pages = read("pdf", pdf.build());
  const PageWords words = words_of(pages.at(0));
  EXPECT_EQ(words.rotation, 90);
  EXPECT_DOUBLE_EQ(words.page_width, 792);
  EXPECT_DOUBLE_EQ(words.page_height, 612);
  ASSERT_EQ(words.words.size(), 1U);
  // (72, 700) from the bottom left is shown at (700, 72) from the top left.
  EXPECT_NEAR(words.words[0].y, 72.0 / 612, .01);
  EXPECT_NEAR(words.words[0].x, 700.0 / 792, .02);
  EXPECT_GT(words.words[0].height, words.words[0].width);
}

TEST(Words, KeepTheirPlacesWhereLinesAreJoined) {
  PdfBuilder pdf;
  pdf.page()
      .line(72, 660, 11, "This policy describes who is allowed to use the systems of the com-")
      .line(72, 646, 11, "pany and how the access is granted and reviewed by the risk-based")
      .line(72, 632, 11, "process that the security team runs each month.")
      .line(72, 606, 11, "- first item of the list")
      .line(72, 592, 11, "- second item of the list");
  const std::vector<Page> pages = read("pdf", pdf.build());
  const Page& page = pages.at(0);
  const auto first = saying(page, "com");
  const auto second = saying(page, "pany");
  ASSERT_EQ(first.size(), 1U) << page.text;
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(first[0].end, second[0].start);
  EXPECT_GT(first[0].x, second[0].x);
  EXPECT_LT(first[0].y, second[0].y);
  EXPECT_EQ(saying(page, "-").size(), 2U);
  EXPECT_EQ(saying(page, "item").size(), 2U);
}

TEST(Words, OfTablesStandInTheirCells) {
  PdfBuilder pdf;
  pdf.page();
  const std::vector<std::vector<std::string>> rows{{"System", "Owner", "Review"},
                                                   {"Payroll", "Head of finance", "monthly"},
                                                   {"Wiki", "Kay", "yearly; often"},
                                                   {"Mail", "IT: Kay", "monthly"}};
  const std::vector<int> columns{72, 200, 330};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      pdf.line(columns[c], 680 - 20 * static_cast<int>(r), 11, rows[r][c], r == 0);
    }
  }
  const std::vector<Page> pages = read("pdf", pdf.build());
  const Page& page = pages.at(0);
  ASSERT_TRUE(page.text.starts_with("System: Payroll; Owner: Head of finance; Review: monthly\n"))
      << page.text;
  // A name comes once for each row, from the header each time; a value from its own row.
  const auto owners = saying(page, "Owner");
  ASSERT_EQ(owners.size(), 3U) << page.text;
  EXPECT_DOUBLE_EQ(owners[0].y, owners[2].y);
  const auto monthly = saying(page, "monthly");
  ASSERT_EQ(monthly.size(), 2U);
  EXPECT_NEAR(monthly[1].y - monthly[0].y, 40.0 / 792, .001);
  for (const PageWord& word : monthly) EXPECT_NEAR(word.x, 330.0 / 612, .001);
  EXPECT_EQ(saying(page, "yearly;").size(), 1U) << "a value in quotes";
  EXPECT_EQ(saying(page, "IT:").size(), 1U);
}

TEST(Words, OfOtherFormatsHaveNoPlaces) {
  EXPECT_EQ(read("txt", "Words of a text.").at(0).words, "");
}

std::string letters_of(std::string_view text) {
  constexpr std::string_view kLigatures[] = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = extract::clean_character(utf8::next(text, at));
    if (code >= 0xFB00 && code <= 0xFB06) {
      out += kLigatures[code - 0xFB00];
      continue;
    }
    if (code != 0 && code != U' ' && code != U'\n' && code != U'\t') utf8::append(code, out);
  }
  return out;
}

struct Box {
  double left, top;
  std::string letters;
};

std::vector<Box> boxes_of(const poppler::page& page, const PageWords& words) {
  std::vector<Box> out;
  for (const poppler::text_box& box : page.text_list()) {
    const auto utf8 = box.text().to_utf8();
    out.push_back({box.bbox().left() / words.page_width, box.bbox().top() / words.page_height,
                   letters_of(std::string(utf8.data(), utf8.size()))});
  }
  return out;
}

// Whether the box at this place says what the text says there: all of it, or all but the hyphen at
// its end, from any end since some scripts run to the left.
bool agrees(const std::vector<Box>& boxes, const PageWord& word, const std::string& said) {
  return std::ranges::any_of(boxes, [&](const Box& box) {
    const bool there = std::abs(std::clamp(box.left, 0.0, 1.0) - word.x) < .0002 &&
                       std::abs(std::clamp(box.top, 0.0, 1.0) - word.y) < .0002;
    if (!there) return false;
    if (box.letters.find(said) != std::string::npos) return true;
    const bool bullet = said == "-" && utf8::length(box.letters) == 1;
    std::string sorted = box.letters;
    std::string other = said;
    std::ranges::sort(sorted);
    std::ranges::sort(other);
    return bullet || sorted == other;
  });
}

struct Counted {
  std::size_t letters = 0;
  std::size_t placed = 0;
  std::size_t words = 0;
  std::size_t bytes = 0;
  std::size_t text_bytes = 0;
  std::size_t wrong = 0;
};

void count(const std::string& bytes, const std::vector<Page>& pages, Counted& counted) {
  const std::unique_ptr<poppler::document> document(
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
  for (const Page& page : pages) {
    const PageWords words = words_of(page);
    const std::unique_ptr<poppler::page> shown(document->create_page(page.number - 1));
    if (!shown) continue;
    const std::vector<Box> boxes = boxes_of(*shown, words);
    counted.letters += utf8::length(letters_of(page.text));
    counted.words += words.words.size();
    counted.bytes += page.words.size();
    counted.text_bytes += page.text.size();
    for (const PageWord& word : words.words) {
      const std::string text = letters_of(said(page, word));
      counted.placed += utf8::length(text);
      if (agrees(boxes, word, text)) continue;
      ++counted.wrong;
      std::cout << "  page " << page.number << ": " << text << " at " << word.x << ", " << word.y
                << "\n";
    }
  }
}

// The first small PDFs at hand by name: the same ones each time, and few enough to be quick.
constexpr std::size_t kFiles = 25;
constexpr std::uintmax_t kMaxBytes = 2 << 20;
constexpr int kMaxPages = 10;
constexpr std::chrono::seconds kPerFile{3};
constexpr std::chrono::seconds kInAll{22};

std::vector<fs::path> small_pdfs(const fs::path& root) {
  std::vector<fs::path> all;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".pdf") continue;
    if (entry.file_size() <= kMaxBytes) all.push_back(entry.path());
  }
  std::ranges::sort(all);
  std::vector<fs::path> chosen;
  for (const fs::path& path : all) {
    if (chosen.size() == kFiles) break;
    const std::unique_ptr<poppler::document> document(
        poppler::document::load_from_file(path.string()));
    if (document && !document->is_locked() && document->pages() <= kMaxPages) {
      chosen.push_back(path);
    }
  }
  return chosen;
}

// What the text says at the place of a word is what the page shows in its box. Only marks that
// tables write between cells, and names that are cut, have no box.
TEST(Words, OfEverythingAtHandSayWhatTheirBoxesShow) {
  const char* given = std::getenv("ASSAY_TEST_DATA");
  const fs::path root =
      fs::path(given != nullptr ? given : ASSAY_SOURCE_DIR "/../shared/data") / "extraction";
  if (!fs::is_directory(root)) GTEST_SKIP() << "no collection of real files at " << root;
  // A file that is not read in time is left out: drawings of some pages take minutes, and the test
  // would do the same work once more.
  const Extractor extractor(ASSAY_BINARY_DIR "/bin/assay-extract", {kPerFile, 1 << 30, kPerFile});
  Counted all;
  std::size_t files = 0;
  const auto end = std::chrono::steady_clock::now() + kInAll;
  for (const fs::path& path : small_pdfs(root)) {
    if (std::chrono::steady_clock::now() > end) break;
    const auto extracted = extractor.read(open_for_reading(path.string()).get(), "a.pdf");
    if (!extracted) {
      std::cout << "  " << path.filename() << ": " << extracted.error().reason << "\n";
      continue;
    }
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    Counted own;
    count(bytes, extracted->pages, own);
    ++files;
    std::cout << "  " << path.filename() << ": " << own.wrong << " of " << own.words
              << " words are wrong, " << own.placed << " of " << own.letters
              << " letters have a box\n";
    all.letters += own.letters;
    all.placed += own.placed;
    all.words += own.words;
    all.bytes += own.bytes;
    all.text_bytes += own.text_bytes;
    all.wrong += own.wrong;
  }
  std::cout << "  " << files << " files, " << all.words << " words, " << all.wrong << " wrong, "
            << all.bytes << " bytes for them beside " << all.text_bytes << " of text, "
            << all.placed << " of " << all.letters << " letters have a box\n";
  EXPECT_GT(files, 0U);
  EXPECT_EQ(all.wrong, 0U);
  EXPECT_GE(all.placed * 100, all.letters * 97);
}

}  // namespace
}  // namespace assay::test
