// SPDX-License-Identifier: Apache-2.0
// Text recognised in pictures: printed pages as scanners give them, and pages that are no text.
#include <gtest/gtest.h>
#include <leptonica/allheaders.h>
#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-page.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/extract/extractor.hpp"
#include "pipeline/extract/ocr/picture.hpp"
#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/temp_files.hpp"

namespace assay::test {
namespace {

using extract::Picture;
using extract::PixHandle;

const std::string kReader = ASSAY_BINARY_DIR "/bin/assay-extract";

const std::vector<std::string> kLines{
    "Access to production systems is granted by the system owner",
    "and reviewed every quarter by the head of operations.",
    "Backups are taken each night and kept for thirty-five days.",
    "A restore is tested twice a year; the result is recorded in the",
    "register of tests together with the name of the tester.",
    "Laptops are encrypted with keys that the service desk keeps.",
    "Visitors sign in at reception and are accompanied at all times.",
    "Suppliers with access to personal data are assessed before the",
    "contract is signed, and again after each material change.",
};

std::string printed_pdf() {
  PdfBuilder pdf;
  pdf.page().line(72, 720, 20, "Information Security Policy", true);
  for (std::size_t i = 0; i < kLines.size(); ++i) {
    pdf.line(72, 680 - 20 * static_cast<int>(i), 11, kLines[i]);
  }
  return pdf.build();
}

// The page as a scanner gives it, with a resolution in dots per inch and a skew in degrees.
PixHandle scan(int dpi, double skew) {
  const std::string pdf = printed_pdf();
  const std::unique_ptr<poppler::document> document(
      poppler::document::load_from_raw_data(pdf.data(), static_cast<int>(pdf.size())));
  const std::unique_ptr<poppler::page> page(document->create_page(0));
  Picture picture = extract::render_page(*page);
  const float scale = static_cast<float>(dpi) / 300.0F;
  PixHandle small(::pixScale(picture.pix.get(), scale, scale));
  PixHandle turned(::pixRotate(small.get(), static_cast<float>(skew * 3.14159265 / 180),
                               L_ROTATE_AREA_MAP, L_BRING_IN_WHITE, 0, 0));
  static_cast<void>(::pixSetResolution(turned.get(), dpi, dpi));
  return turned;
}

std::string written(Pix* pix, int format) {
  l_uint8* data = nullptr;
  std::size_t size = 0;
  EXPECT_EQ(::pixWriteMem(&data, &size, pix, format), 0);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  std::free(data);  // NOLINT: leptonica's buffer
  return bytes;
}

// A PDF without text, as a scanner writes it.
std::string scanned_pdf(Pix* pix) {
  l_uint8* data = nullptr;
  std::size_t size = 0;
  EXPECT_EQ(::pixConvertToPdfData(pix, L_FLATE_ENCODE, 0, &data, &size, 0, 0, 200, "scan", nullptr,
                                  L_LAST_IMAGE),
            0);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  std::free(data);  // NOLINT: leptonica's buffer
  return bytes;
}

Result<Extracted, ExtractFailure> read_file(const std::string& bytes, const std::string& name,
                                            const std::string& languages = "eng") {
  const FileDescriptor file = document(bytes);
  return Extractor(kReader, {}, recognition_of(kReader, languages, std::chrono::seconds(60)))
      .read(file.get(), name);
}

// The share of the printed words that were recognised.
double recall(const std::vector<Page>& pages) {
  std::string text;
  for (const Page& page : pages) text += page.text;
  std::vector<std::string> found;
  std::istringstream words(text);
  for (std::string word; words >> word;) found.push_back(word);
  std::size_t all = 0;
  std::size_t right = 0;
  for (const std::string& line : kLines) {
    std::istringstream expected(line);
    for (std::string word; expected >> word; ++all) {
      if (std::find(found.begin(), found.end(), word) != found.end()) ++right;
    }
  }
  return static_cast<double>(right) / static_cast<double>(all);
}

TEST(Ocr, ReadsPrintedPagesThatAreSkewed) {
  for (const double skew : {0.0, 2.0, -2.0}) {
    const PixHandle pix = scan(200, skew);
    const auto read = read_file(written(pix.get(), IFF_PNG), "scan.png");
    ASSERT_TRUE(read.ok()) << read.error().reason;
    ASSERT_EQ(read->pages.size(), 1U);
    EXPECT_EQ(read->pages[0].source, PageSource::Recognized);
    EXPECT_GT(read->pages[0].confidence, .8);
    EXPECT_GE(recall(read->pages), .93) << skew << ": " << read->pages[0].text;
    ASSERT_FALSE(read->pages[0].blocks.empty());
    EXPECT_EQ(read->pages[0].blocks[0].kind, BlockKind::Heading);
  }
}

TEST(Ocr, TurnsPagesUpright) {
  for (const int quarters : {1, 2, 3}) {
    const PixHandle pix(::pixRotateOrth(scan(200, 0).get(), quarters));
    const auto read = read_file(written(pix.get(), IFF_JFIF_JPEG), "scan.jpg");
    ASSERT_TRUE(read.ok()) << read.error().reason;
    EXPECT_GE(recall(read->pages), .9) << quarters;
  }
}

TEST(Ocr, ReadsScannedPdfAndNamesTheSource) {
  const PixHandle pix = scan(200, 1);
  const auto read = read_file(scanned_pdf(pix.get()), "scan.pdf");
  ASSERT_TRUE(read.ok()) << read.error().reason;
  EXPECT_EQ(read->file_type, "pdf");
  EXPECT_EQ(read->pages[0].source, PageSource::Recognized);
  EXPECT_GE(recall(read->pages), .93);
  // A page of text is not recognised again.
  const auto text = read_file(printed_pdf(), "text.pdf");
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text->pages[0].source, PageSource::Text);
}

// A page with little text on a coloured ground is no scan: what it says itself is exact.
TEST(Ocr, KeepsTheTextThatAPageHas) {
  PdfBuilder pdf;
  pdf.page().content(".5 .6 .4 rg 0 0 612 792 re f").line(72, 700, 24, "Zugriffs Richtlinie 7.3.1");
  const auto read = read_file(pdf.build(), "title.pdf");
  ASSERT_TRUE(read.ok()) << read.error().reason;
  EXPECT_EQ(read->pages[0].source, PageSource::Text);
  EXPECT_EQ(read->pages[0].text, "Zugriffs Richtlinie 7.3.1\n");
  const auto off = read_file(pdf.build(), "title.pdf", "");
  ASSERT_TRUE(off.ok()) << off.error().reason;
  EXPECT_EQ(off->pages[0].source, PageSource::Text);
}

TEST(Ocr, ReadsEachPageOfATiff) {
  const PixHandle pix = scan(200, 0);
  const PixHandle blank(::pixCreate(600, 800, 8));
  static_cast<void>(::pixSetAll(blank.get()));
  const std::string path = ::testing::TempDir() + "/pages.tif";
  ASSERT_EQ(::pixWriteTiff(path.c_str(), pix.get(), IFF_TIFF_LZW, "w"), 0);
  ASSERT_EQ(::pixWriteTiff(path.c_str(), blank.get(), IFF_TIFF_LZW, "a"), 0);
  ASSERT_EQ(::pixWriteTiff(path.c_str(), pix.get(), IFF_TIFF_LZW, "a"), 0);
  const FileDescriptor file = open_for_reading(path);
  const auto read = Extractor(kReader, {}, recognition_of(kReader, "eng", std::chrono::seconds(60)))
                        .read(file.get(), "pages.tif");
  ASSERT_TRUE(read.ok()) << read.error().reason;
  ASSERT_EQ(read->pages.size(), 3U);
  EXPECT_GE(recall({read->pages[0]}), .93);
  EXPECT_EQ(read->pages[1].text, "");
  EXPECT_GE(recall({read->pages[2]}), .93);
}

// As on a machine that has other things to do: the clock on the wall goes on, the reader does not.
TEST(Ocr, LosesNoPageToABusyMachine) {
  const Script held_up("exec 3<&0\n" ASSAY_BINARY_DIR
                       "/bin/assay-ocr \"$@\" <&3 3<&- &\n"
                       "sleep 0.6\nkill -STOP $!\nsleep 7\nkill -CONT $!\nwait $!\n");
  const FileDescriptor file = document(written(scan(200, 0).get(), IFF_PNG));
  const auto read = Extractor(kReader, {}, {held_up.path(), "eng", std::chrono::seconds(6)})
                        .read(file.get(), "scan.png");
  ASSERT_TRUE(read.ok()) << read.error().reason;
  EXPECT_GE(recall(read->pages), .93);
}

TEST(Ocr, GivesUpAPageThatNeedsMoreProcessorTimeThanItMay) {
  PdfBuilder pdf;
  pdf.page();
  for (int line = 0; line < 100; ++line) {
    pdf.line(20, 780 - 15 * line / 2, 7, kLines[line % 9U] + " " + kLines[(line + 4) % 9U]);
  }
  const std::string bytes = pdf.build();
  const std::unique_ptr<poppler::document> dense(
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
  const std::unique_ptr<poppler::page> page(dense->create_page(0));
  const FileDescriptor file = document(written(extract::render_page(*page).pix.get(), IFF_PNG));
  const auto read = Extractor(kReader, {}, recognition_of(kReader, "eng", std::chrono::seconds(1)))
                        .read(file.get(), "scan.png");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().problem, ExtractProblem::Timeout);
  EXPECT_NE(read.error().reason.find("more than 1 s of processor time"), std::string::npos)
      << read.error().reason;
}

// One strip of grey pixels that all directories share.
std::string tiff_of(std::uint32_t pages) {
  std::string file("II*\0\10\0\0\0", 8);
  const auto add = [&file](std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) file.push_back(static_cast<char>(value >> 8 * i & 0xFFU));
  };
  constexpr std::uint32_t kDirectory = 2 + 8 * 12 + 4;
  const std::uint32_t strip = 8 + pages * kDirectory;
  for (std::uint32_t page = 1; page <= pages; ++page) {
    add(8, 2);
    const std::array<std::pair<std::uint32_t, std::uint32_t>, 8> tags{
        {{256, 64}, {257, 8}, {258, 8}, {259, 1}, {262, 1}, {273, strip}, {278, 8}, {279, 512}}};
    for (const auto& [tag, value] : tags) {
      add(tag, 2);
      add(4, 2);  // a value of four bytes
      add(1, 4);
      add(value, 4);
    }
    add(page == pages ? 0 : 8 + page * kDirectory, 4);
  }
  return file.append(512, '\xFF');
}

TEST(Ocr, ATiffOfTooManyPagesIsRefusedAtOnceWithTheirNumber) {
  const auto read = read_file(tiff_of(20'000), "pages.tiff");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().problem, ExtractProblem::Limit);
  EXPECT_NE(read.error().reason.find("20000 pages, and at most 10000"), std::string::npos)
      << read.error().reason;
  // Of a width given twice, the larger one counts: here in place of the compression.
  std::string wide = tiff_of(1);
  wide.replace(8 + 2 + 3 * 12, 12, std::string("\0\1\4\0\1\0\0\0\0\0\0\1", 12));
  const auto refused = read_file(wide, "wide.tiff");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().reason.find("16777216 x 8 pixels"), std::string::npos)
      << refused.error().reason;
  // A circle of directories ends.
  std::string circle = tiff_of(3);
  circle.replace(8 + 2 * 102 + 98, 4, std::string("\10\0\0\0", 4));
  EXPECT_FALSE(read_file(circle, "circle.tiff").ok());
}

TEST(Ocr, SaysWhyThereIsNoText) {
  const PixHandle blank(::pixCreate(600, 800, 8));
  static_cast<void>(::pixSetAll(blank.get()));
  const auto none = read_file(written(blank.get(), IFF_PNG), "blank.png");
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().problem, ExtractProblem::NoText);
  const PixHandle pix = scan(200, 0);
  const auto off = read_file(written(pix.get(), IFF_PNG), "scan.png", "");
  ASSERT_FALSE(off.ok());
  EXPECT_EQ(off.error().problem, ExtractProblem::NoText);
  EXPECT_NE(off.error().reason.find("switched off"), std::string::npos);
  const auto missing = read_file(written(pix.get(), IFF_PNG), "scan.png", "xxx");
  ASSERT_FALSE(missing.ok());
}

TEST(Ocr, BoundsHostilePictures) {
  // Noise: whatever is read, it ends.
  const PixHandle noise(::pixCreate(2000, 2000, 8));
  std::mt19937 random(1);
  for (int y = 0; y < 2000; ++y) {
    for (int x = 0; x < 2000; ++x)
      static_cast<void>(::pixSetPixel(noise.get(), x, y, random() % 256));
  }
  static_cast<void>(read_file(written(noise.get(), IFF_PNG), "noise.png"));
  // A header that states 60,000 x 60,000 pixels.
  std::string huge = written(PixHandle(::pixCreate(8, 8, 8)).get(), IFF_PNG);
  huge.replace(16, 8, std::string("\x00\x00\xEA\x60\x00\x00\xEA\x60", 8));
  const auto failure = read_file(huge, "huge.png");
  ASSERT_FALSE(failure.ok());
  // Cut off in the middle.
  const std::string whole = written(scan(100, 0).get(), IFF_PNG);
  static_cast<void>(read_file(whole.substr(0, whole.size() / 2), "half.png"));
}

}  // namespace
}  // namespace assay::test
