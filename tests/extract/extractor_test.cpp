// SPDX-License-Identifier: Apache-2.0
// The parent's side: with the real reader, and with impostors that lie, hang and crash.
#include "core/extractor.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "core/digest.hpp"
#include "core/extract_protocol.hpp"
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

class Files : public FileSink {
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

// A shell command that writes one frame.
std::string frame(frames::Type type, const std::string& payload) {
  std::string bytes =
      frames::encode_header({type, static_cast<std::uint32_t>(payload.size())}) + payload;
  std::string command = "printf '";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    command += '\\';
    for (const unsigned shift : {6U, 3U, 0U})
      command += static_cast<char>('0' + ((byte >> shift) & 7U));
  }
  return command + "'\n";
}

const std::string kTyped = frame(
    frames::Type::Inspection, R"({"fileType":"txt","contentType":"text/plain","archive":false})");
const std::string kPage =
    frame(frames::Type::Page, frames::encode_page({1, "x\n", {{BlockKind::Paragraph, 0, 0, 1}}}));
std::string done(int pages) {
  return frame(frames::Type::Done, R"({"pages":)" + std::to_string(pages) + R"(,"files":0})");
}

Result<Extracted, ExtractFailure> read_with(const std::string& commands,
                                            std::chrono::milliseconds wall = 10s) {
  const Script script(commands);
  const FileDescriptor file = document("x");
  return Extractor(script.path(), {wall, 1 << 30}).read(file.get(), "x.txt");
}

void expect_problem(const std::string& commands, ExtractProblem problem) {
  const auto result = read_with(commands);
  ASSERT_FALSE(result.ok()) << commands;
  EXPECT_EQ(result.error().problem, problem) << commands;
  EXPECT_FALSE(result.error().reason.empty());
}

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
  EXPECT_NE(result.error().reason.find("PDF, DOCX"), std::string::npos);
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
  Files files;
  EXPECT_FALSE(real().unpack(file.get(), "evidence.zip", files));
  EXPECT_EQ(files.ended, 2);
  EXPECT_EQ(files.left_out_files, std::vector<std::string>{".DS_Store"});
  EXPECT_EQ(files.files["i.zip/b.txt"].size(), 700'000U);
  const FileDescriptor bad = document(ZipBuilder().add("../a", "x").build());
  EXPECT_EQ(real().inspect(bad.get(), "evidence.zip").error().problem,
            ExtractProblem::ArchiveUnsafe);
}

TEST(Extractor, ReachesTheReaderWithTheSinksOwnException) {
  class Full : public Files {
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

// Three pages of 200 ms each, with 400 ms for each and 10 s, or half a second, for all.
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

TEST(Extractor, ThrowsWhenTheReaderCannotBeStarted) {
  const FileDescriptor file = document("x");
  EXPECT_THROW(static_cast<void>(Extractor("/nonexistent", {}).read(file.get(), "x")), IoError);
  EXPECT_THROW(static_cast<void>(read_with("exit 99")), std::runtime_error);
}

TEST(Extractor, TakesAnHonestImpostor) {
  const auto result = read_with(kTyped + kPage + done(1));
  ASSERT_TRUE(result.ok()) << result.error().reason;
  EXPECT_EQ(result->pages.size(), 1U);
}

TEST(Extractor, BelievesNoLies) {
  for (const std::string& lie : {
           kTyped + kPage + done(2),          // count
           kTyped + kPage,                    // no end
           kPage + done(1),                   // order
           kTyped + kPage + kPage + done(2),  // page numbers
           kTyped + done(0),                  // no text, no failure
           kTyped + kTyped + done(0),         // twice
           kTyped + frame(frames::Type::Progress, R"({"done":2,"total":1})") + kPage + done(1),
           kTyped + kPage + frame(frames::Type::Progress, R"({"done":0,"total":1})") + done(1),
           kTyped + frame(frames::Type::FileEnd, "") + done(0),  // another conversation
           kTyped + "printf '\\002\\377\\377\\377\\377'",        // length
           kTyped + "printf '\\002\\020\\000\\000\\000abc'",     // cut off
           std::string("printf 'garbage, nothing else'"),
           std::string("true"),
           std::string("exit 3"),
           std::string("kill -SEGV $$"),
       }) {
    expect_problem(lie, ExtractProblem::Crashed);
  }
  expect_problem("kill -KILL $$", ExtractProblem::Killed);
  expect_problem("kill -TERM $$", ExtractProblem::Killed);
  expect_problem("kill -XCPU $$", ExtractProblem::Timeout);
}

TEST(Extractor, BelievesNoLiesAboutArchives) {
  const std::string archive =
      frame(frames::Type::Inspection,
            R"({"fileType":"zip","contentType":"application/zip","archive":true})");
  const std::string member =
      frame(frames::Type::Member, frames::encode_member({"a.txt", sha256_hex("A"), ""}));
  const auto inspected = [](const std::string& commands) {
    const Script script(commands);
    const FileDescriptor file = document("x");
    return Extractor(script.path(), {10s, 1 << 30}).inspect(file.get(), "x.zip");
  };
  const std::string end = frame(frames::Type::Done, R"({"members":1})");
  ASSERT_TRUE(inspected(archive + member + end).ok());
  for (const std::string& lie : {
           archive + member + member + end,  // count
           kTyped + member + end,            // of no archive
           archive + frame(frames::Type::Member, R"({"path":"../a","leftOut":"x"})") + end,
           archive + frame(frames::Type::Member, R"({"path":"a","sha256":"12"})") + end,
           archive + frame(frames::Type::Member, R"({"path":"a"})") + end,
       }) {
    const auto result = inspected(lie);
    ASSERT_FALSE(result.ok()) << lie;
    EXPECT_EQ(result.error().problem, ExtractProblem::Crashed) << lie;
  }
}

TEST(Extractor, EndsWhatHangs) {
  for (const char* hanging : {"sleep 60", "while :; do printf '\\002\\000\\000\\000\\000'; done",
                              "exec 1>&-; sleep 60"}) {
    const auto start = std::chrono::steady_clock::now();
    const auto result = read_with(kTyped + hanging, 300ms);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 5s) << hanging;
    ASSERT_FALSE(result.ok());
    EXPECT_TRUE(result.error().problem == ExtractProblem::Timeout ||
                result.error().problem == ExtractProblem::Crashed)
        << hanging;
  }
}

TEST(Extractor, LeavesNoProcessOfTheGroupBehind) {
  const std::filesystem::path marker =
      std::filesystem::temp_directory_path() / ("assay-group-" + std::to_string(::getpid()));
  const auto result =
      read_with("(sleep 1; : > " + marker.string() + ") &\n" + kTyped + "sleep 60", 300ms);
  EXPECT_EQ(result.error().problem, ExtractProblem::Timeout);
  std::this_thread::sleep_for(1500ms);
  EXPECT_FALSE(std::filesystem::exists(marker));
  std::filesystem::remove(marker);
}

TEST(Extractor, GivesTheChildNothingButItsDocument) {
  const FileDescriptor secret = document("secret");
  const int inheritable = ::dup(secret.get());  // without close-on-exec
  ASSERT_GE(inheritable, 0);
  const FileDescriptor owner(inheritable);
  ASSERT_EQ(::setenv("ASSAY_SECRET", "1", 1), 0);
  // Says with its exit status whether it sees more than 0, 1 and 2, the script itself, or a secret.
  const auto result = read_with(
      "for f in /proc/self/fd/*; do case $(readlink $f) in *secret*|*document*) "
      "case $f in */0) ;; *) exit 99;; esac;; esac; done\n"
      "[ -z \"$ASSAY_SECRET\" ] || exit 99\n"
      "{ printf x >&0; } 2>/dev/null && exit 99\n" +
      kTyped + kPage + done(1));
  EXPECT_TRUE(result.ok());
}

}  // namespace
}  // namespace assay::test
