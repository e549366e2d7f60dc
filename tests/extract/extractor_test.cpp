// SPDX-License-Identifier: Apache-2.0
// The parent's side of the protocol with the real reader.
#include "core/extract/extractor.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "core/base/digest.hpp"
#include "core/extract/extract_protocol.hpp"
#include "tests/extract/impostor.hpp"
#include "tests/extract/office_builder.hpp"
#include "tests/extract/pdf_builder.hpp"
#include "tests/extract/temp_files.hpp"
#include "tests/extract/zip_builder.hpp"

namespace assay::test {
namespace {

using namespace std::chrono_literals;

const std::string kReader = ASSAY_BINARY_DIR "/bin/assay-extract";

Extractor real(Extractor::Limits limits = {}) {
  return Extractor(kReader, limits);
}

class ExtractedFiles : public FileSink {
 public:
  void begin_file(std::string_view path, std::uint64_t /*size*/) override { path_ = path; }
  void file_data(std::span<const std::byte> bytes) override {
    files[path_].append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void end_file() override { ++ended; }
  void left_out(std::string_view path, std::string_view /*reason*/) override {
    left_out_files.emplace_back(path);
  }
  std::map<std::string, std::string> files;
  std::vector<std::string> left_out_files;
  int ended = 0;

 private:
  std::string path_;
};

TEST(Extractor, InspectsByContent) {
  const std::string word = docx("<w:p><w:r><w:t>Text</w:t></w:r></w:p>");
  const FileDescriptor file = document(word);
  const auto inspection = real().inspect(file.get(), "named.pdf");
  ASSERT_TRUE(inspection.ok()) << inspection.error().reason;
  EXPECT_EQ(inspection->file_type, "docx");
  EXPECT_FALSE(inspection->archive);
  const auto extracted = real().read(file.get(), "named.pdf");
  ASSERT_TRUE(extracted.ok()) << extracted.error().reason;
  EXPECT_EQ(extracted->pages.at(0).text, "Text\n");
  EXPECT_EQ(extracted->file_type, "docx");
}

TEST(Extractor, TellsKindsOfTextByName) {
  const std::map<std::string, std::string> expected{
      {"a.md", "md"}, {"a.txt", "txt"}, {"a.csv", "csv"}, {"a.html", "html"}, {"a", "txt"}};
  for (const auto& [name, type] : expected) {
    const FileDescriptor file = document("some words, more words\n");
    EXPECT_EQ(real().inspect(file.get(), name)->file_type, type) << name;
  }
}

TEST(Extractor, RefusesNamesThatClaimWhatTheContentIsNot) {
  const std::map<std::string, std::string> contents{
      {"text", "just words"},
      {"data", std::string("\x00\x01\x02\x03\xFE\x80\x81\x00\x07", 9)},
      {"zip", ZipBuilder().add("a.txt", "x").build()}};
  for (const auto& [kind, content] : contents) {
    const FileDescriptor file = document(content);
    const auto result = real().read(file.get(), "report.xlsx");
    ASSERT_FALSE(result.ok()) << kind;
    EXPECT_EQ(result.error().problem, ExtractProblem::TypeMismatch) << kind;
    EXPECT_NE(result.error().reason.find("Excel"), std::string::npos) << result.error().reason;
    const auto inspection = real().inspect(file.get(), "report.xlsx");
    ASSERT_TRUE(inspection.ok());
    EXPECT_FALSE(inspection->archive) << kind;
  }
}

TEST(Extractor, SaysWhichFormatsItReads) {
  const FileDescriptor file = document("\x89PNG\r\n\x1A\n0000");
  const auto result = real().read(file.get(), "shot.png");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().problem, ExtractProblem::Unsupported);
  EXPECT_NE(result.error().reason.find("PDF, Word"), std::string::npos);
}

TEST(Extractor, RefusesEmptyFiles) {
  const FileDescriptor file = document("");
  EXPECT_EQ(real().inspect(file.get(), "a.pdf").error().problem, ExtractProblem::Empty);
  EXPECT_EQ(real().read(file.get(), "a.pdf").error().problem, ExtractProblem::Empty);
}

TEST(Extractor, UnpacksArchivesAndRefusesBadOnesAtInspection) {
  const std::string inner = ZipBuilder().add("b.txt", std::string(700'000, 'b')).build();
  const FileDescriptor file =
      document(ZipBuilder().add("a.txt", "A").add(".DS_Store", "junk").add("i.zip", inner).build());
  const auto inspection = real().inspect(file.get(), "evidence.zip");
  ASSERT_TRUE(inspection.ok());
  EXPECT_TRUE(inspection->archive);
  ASSERT_EQ(inspection->files.size(), 3U);
  EXPECT_EQ(inspection->files[0].sha256, sha256_hex("A"));
  EXPECT_NE(inspection->files[1].left_out, "");
  EXPECT_EQ(inspection->files[2].path, "i.zip/b.txt");
  ExtractedFiles files;
  EXPECT_FALSE(real().unpack(file.get(), "evidence.zip", files));
  EXPECT_EQ(files.ended, 2);
  EXPECT_EQ(files.left_out_files, std::vector<std::string>{".DS_Store"});
  EXPECT_EQ(files.files["i.zip/b.txt"].size(), 700'000U);
  const FileDescriptor bad = document(ZipBuilder().add("../a", "x").build());
  EXPECT_EQ(real().inspect(bad.get(), "evidence.zip").error().problem,
            ExtractProblem::ArchiveUnsafe);
}

TEST(Extractor, ReachesTheReaderWithTheSinksOwnException) {
  class Full : public ExtractedFiles {
    void file_data(std::span<const std::byte> /*bytes*/) override {
      throw std::range_error("full");
    }
  } full;
  const FileDescriptor file = document(ZipBuilder().add("a.txt", "A").build());
  EXPECT_THROW(static_cast<void>(real().unpack(file.get(), "a.zip", full)), std::range_error);
}

TEST(Extractor, NeedsNoMoreMemoryThanItMayHave) {
  // Inflates to far more than the reader may hold at once.
  const std::string paragraph = "<w:p><w:r><w:t>" + std::string(1000, 'a') + "</w:t></w:r></w:p>";
  std::string body;
  while (body.size() < (60U << 20U)) body += paragraph;
  const FileDescriptor file = document(docx(body));
  const auto result = real({60s, 150 << 20}).read(file.get(), "large.docx");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().problem, ExtractProblem::Memory) << result.error().reason;
  EXPECT_NE(result.error().reason.find("more than 150 MB of memory"), std::string::npos)
      << result.error().reason;
}

// libxml2 continues after a failed allocation, and ends with another error in the text.
TEST(Extractor, BlamesNoDocumentForMemoryThatRanOut) {
  std::string body;
  for (int i = 0; i < 3'000'000; ++i) body += "<w:p/>";
  const FileDescriptor file = document(docx(body + "<w:p><w:r><w:t>The end.</w:t></w:r></w:p>"));
  const auto result = real({120s, 300 << 20}).read(file.get(), "many.docx");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().problem, ExtractProblem::Memory) << result.error().reason;
}

std::string pages(int count) {
  PdfBuilder pdf;
  for (int i = 1; i <= count; ++i)
    pdf.page().line(72, 700, 12, "Words on page " + std::to_string(i));
  return pdf.build();
}

TEST(Extractor, TellsHowManyPagesItHasLookedAt) {
  const FileDescriptor file = document(pages(5));
  std::vector<std::pair<std::int64_t, std::int64_t>> told;
  const auto result = real().read(
      file.get(), "a.pdf",
      {.progress = [&](std::int64_t done, std::int64_t total) { told.emplace_back(done, total); }});
  ASSERT_TRUE(result.ok()) << result.error().reason;
  ASSERT_EQ(told.size(), 5U);
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i], (std::pair<std::int64_t, std::int64_t>(i, 5)));
  }
}

TEST(Extractor, NamesTheLimitAndWhatWasFound) {
  const FileDescriptor file = document(pages(5));
  Extractor::Limits limits;
  limits.max_pages = 4;
  const auto many = real(limits).read(file.get(), "a.pdf");
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.error().problem, ExtractProblem::Limit);
  EXPECT_NE(many.error().reason.find("has 5 pages, and at most 4 are allowed"), std::string::npos)
      << many.error().reason;
  limits = {};
  limits.max_text_bytes = 30;
  const auto much = real(limits).read(file.get(), "a.pdf");
  ASSERT_FALSE(much.ok());
  EXPECT_EQ(much.error().problem, ExtractProblem::Limit);
  EXPECT_NE(much.error().reason.find("bytes of text, and at most 30 are allowed"),
            std::string::npos)
      << much.error().reason;
}

// Three pages of 200 ms each, with 400 ms for each and 10 s, or half a second, in total.
TEST(Extractor, ItsTimeBeginsAnewWithEachPage) {
  const auto progress = [](int done) {
    return frame(frames::Type::Progress, R"({"done":)" + std::to_string(done) + R"(,"total":3})") +
           "sleep 0.2\n";
  };
  const Script script(kTyped + progress(0) + progress(1) + progress(2) + kPage + done(1));
  const FileDescriptor file = document("x");
  EXPECT_TRUE(Extractor(script.path(), {400ms, 1 << 30, 10s}).read(file.get(), "x.txt").ok());
  const auto stuck = Extractor(script.path(), {100ms, 1 << 30, 10s}).read(file.get(), "x.txt");
  ASSERT_FALSE(stuck.ok());
  EXPECT_EQ(stuck.error().problem, ExtractProblem::Timeout);
  EXPECT_NE(stuck.error().reason.find("one page or file of the document took longer than the 1 s"),
            std::string::npos)
      << stuck.error().reason;
}

TEST(Extractor, NamesTheTimeThatTheWholeMayTake) {
  std::string pages;
  for (int i = 0; i < 30; ++i) {
    pages += frame(frames::Type::Progress, R"({"done":)" + std::to_string(i) + R"(,"total":30})") +
             "sleep 0.1\n";
  }
  const Script script(kTyped + pages);
  const FileDescriptor file = document("x");
  const auto late = Extractor(script.path(), {900ms, 1 << 30, 1s}).read(file.get(), "x.txt");
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().problem, ExtractProblem::Timeout);
  EXPECT_NE(late.error().reason.find("Reading the document took longer than the 1 s"),
            std::string::npos)
      << late.error().reason;
}

// A scan of many pages is to leave the lane of texts after its first page.
TEST(Extractor, EndsAtTheFirstPictureThatItLeaves) {
  const std::string told = frame(frames::Type::Progress, R"({"done":1,"total":9,"pictures":true})");
  const Script script(kTyped + frame(frames::Type::Progress, R"({"done":0,"total":9})") + told +
                      "sleep 60\n");
  const FileDescriptor file = document("x");
  const auto start = std::chrono::steady_clock::now();
  const Extractor recognizes(script.path(), {}, {script.path(), "eng"});
  const auto read = recognizes.read(file.get(), "x.txt", {}, Extractor::Pictures::Leave);
  ASSERT_TRUE(read.ok()) << read.error().reason;
  EXPECT_TRUE(read->pictures_left);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
  // Where no words can be recognised, its text counts all the same.
  const Script whole(kTyped + told + kPage + done(1));
  const auto text =
      Extractor(whole.path(), {}).read(file.get(), "x.txt", {}, Extractor::Pictures::Leave);
  ASSERT_TRUE(text.ok()) << text.error().reason;
  EXPECT_FALSE(text->pictures_left);
}

TEST(Extractor, EndsTheReaderWhenItsCallerHasEnough) {
  const Script script("sleep 60");
  const FileDescriptor file = document("x");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THROW(static_cast<void>(Extractor(script.path(), {})
                                     .read(file.get(), "x.txt",
                                           {.tick = [] { throw std::range_error("enough"); }})),
               std::range_error);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
}

TEST(Extractor, LeavesTheDescriptorAsItWas) {
  const FileDescriptor file = document("words");
  ASSERT_EQ(::lseek(file.get(), 3, SEEK_SET), 3);
  ASSERT_TRUE(real().read(file.get(), "a.txt").ok());
  EXPECT_EQ(::lseek(file.get(), 0, SEEK_CUR), 3);
}

TEST(Extractor, WorksInSeveralThreads) {
  const FileDescriptor file = document("words of a text");
  std::vector<std::thread> threads;
  std::vector<std::string> texts(8);
  for (std::string& text : texts) {
    threads.emplace_back([&] { text = real().read(file.get(), "a.txt")->pages.at(0).text; });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : texts) EXPECT_EQ(text, "words of a text\n");
}

}  // namespace
}  // namespace assay::test
