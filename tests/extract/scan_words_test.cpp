// SPDX-License-Identifier: Apache-2.0
// Where recognised words stand: on the page as it was scanned, skewed or on its side, and not as it
// was straightened to be read.
#include <gtest/gtest.h>
#include <leptonica/allheaders.h>
#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-page.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/extract/extractor.hpp"
#include "core/extract/page_words.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/ocr/picture.hpp"
#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/temp_files.hpp"

namespace assay::test {
namespace {

using extract::PixHandle;

const std::string kReader = ASSAY_BINARY_DIR "/bin/assay-extract";
constexpr double kWidth = 612;
constexpr double kHeight = 792;

// A page whose first word is "Access" at (72, 680) and whose last line begins with "Suppliers".
PixHandle printed_page() {
  PdfBuilder pdf;
  pdf.page();
  const std::vector<std::string> lines{
      "Access to production systems is granted by the system owner",
      "and reviewed every quarter by the head of operations.",
      "Backups are taken each night and kept for thirty-five days.",
      "Laptops are encrypted with keys that the service desk keeps.",
      "Visitors sign in at reception and are accompanied at all times.",
      "Suppliers with access to personal data are assessed before the"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    pdf.line(72, 680 - 60 * static_cast<int>(i), 12, lines[i]);
  }
  const std::string bytes = pdf.build();
  const std::unique_ptr<poppler::document> document(
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
  const std::unique_ptr<poppler::page> page(document->create_page(0));
  extract::Picture picture = extract::render_page(*page);
  PixHandle small(::pixScale(picture.pix.get(), 2.0F / 3, 2.0F / 3));
  static_cast<void>(::pixSetResolution(small.get(), 200, 200));
  return small;
}

Page recognised(Pix* pix) {
  l_uint8* data = nullptr;
  std::size_t size = 0;
  EXPECT_EQ(::pixWriteMem(&data, &size, pix, IFF_PNG), 0);
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  std::free(data);  // NOLINT: leptonica's buffer
  const FileDescriptor file = document(bytes);
  const auto read = Extractor(kReader, {}, recognition_of(kReader, "eng", std::chrono::seconds(60)))
                        .read(file.get(), "scan.png");
  if (!read.ok()) throw std::runtime_error(read.error().reason);
  return read->pages.at(0);
}

PageWord word_saying(const Page& page, const std::string& text) {
  const auto words = decode_words(page.words, utf8::length(page.text));
  if (!words) throw std::logic_error("the words of a page break their contract");
  for (const PageWord& word : words->words) {
    if (utf8::substr(page.text, word.start, word.end - word.start) == text) return word;
  }
  throw std::runtime_error(text + " is not in " + page.text);
}

TEST(ScanWords, StandWhereTheScanShowsThem) {
  for (const double degrees : {0.0, 3.0, -3.0}) {
    const PixHandle turned(::pixRotate(printed_page().get(),
                                       static_cast<float>(degrees * 3.14159265 / 180),
                                       L_ROTATE_AREA_MAP, L_BRING_IN_WHITE, 0, 0));
    static_cast<void>(::pixSetResolution(turned.get(), 200, 200));
    const Page page = recognised(turned.get());
    const auto words = decode_words(page.words, utf8::length(page.text));
    ASSERT_TRUE(words);
    EXPECT_NEAR(words->page_width, kWidth, 1);
    EXPECT_NEAR(words->page_height, kHeight, 1);
    for (const auto& [text, baseline] : {std::pair{"Access", 680.0}, {"Suppliers", 380.0}}) {
      const PageWord word = word_saying(page, text);
      // The word's lower left corner, turned clockwise around the middle of the page.
      const double x = 72 - kWidth / 2;
      const double y = kHeight / 2 - baseline;
      const double angle = degrees * 3.14159265 / 180;
      const double left = kWidth / 2 + x * std::cos(angle) - y * std::sin(angle);
      const double bottom = kHeight / 2 + x * std::sin(angle) + y * std::cos(angle);
      EXPECT_NEAR(word.x * kWidth, left, 4) << text << " at " << degrees;
      EXPECT_LT(word.y * kHeight, bottom - 4) << text << " at " << degrees;
      EXPECT_GT((word.y + word.height) * kHeight, bottom - 4) << text << " at " << degrees;
      EXPECT_LT(word.height * kHeight, 22) << text << " at " << degrees;
      ASSERT_TRUE(word.confidence);
      EXPECT_GT(*word.confidence, .5);
    }
  }
}

TEST(ScanWords, StandOnThePageAsItLies) {
  for (const int quarters : {1, 2, 3}) {
    const PixHandle turned(::pixRotateOrth(printed_page().get(), quarters));
    static_cast<void>(::pixSetResolution(turned.get(), 200, 200));
    const PageWord word = word_saying(recognised(turned.get()), "Suppliers");
    // The middle of the word, upright: about (98, 384) from the bottom left.
    const double across = 98 / kWidth;
    const double down = 1 - 384 / kHeight;
    const std::vector<std::pair<double, double>> shown{
        {1 - down, across}, {1 - across, 1 - down}, {down, 1 - across}};
    const auto [x, y] = shown.at(static_cast<std::size_t>(quarters) - 1);
    EXPECT_NEAR(word.x + word.width / 2, x, .02) << quarters;
    EXPECT_NEAR(word.y + word.height / 2, y, .02) << quarters;
    EXPECT_EQ(quarters == 2, word.width > word.height) << quarters;
  }
}

}  // namespace
}  // namespace assay::test
