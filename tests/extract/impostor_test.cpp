// SPDX-License-Identifier: Apache-2.0
// The parent's side of the protocol with impostors that lie, hang and crash.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "core/base/digest.hpp"
#include "core/extract/extract_protocol.hpp"
#include "core/extract/extractor.hpp"
#include "tests/extract/impostor.hpp"
#include "tests/extract/temp_files.hpp"

namespace assay::test {
namespace {

TEST(Impostor, ThrowsWhenTheReaderCannotBeStarted) {
  const FileDescriptor file = document("x");
  EXPECT_THROW(static_cast<void>(Extractor("/nonexistent", {}).read(file.get(), "x")), IoError);
  EXPECT_THROW(static_cast<void>(read_with("exit 99")), std::runtime_error);
}

TEST(Impostor, TakesAnHonestImpostor) {
  const auto result = read_with(kTyped + kPage + done(1));
  ASSERT_TRUE(result.ok()) << result.error().reason;
  EXPECT_EQ(result->pages.size(), 1U);
}

TEST(Impostor, BelievesNoLies) {
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

TEST(Impostor, BelievesNoLiesAboutArchives) {
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
           kTyped + member + end,            // not in an archive
           archive + frame(frames::Type::Member, R"({"path":"../a","leftOut":"x"})") + end,
           archive + frame(frames::Type::Member, R"({"path":"a","sha256":"12"})") + end,
           archive + frame(frames::Type::Member, R"({"path":"a"})") + end,
       }) {
    const auto result = inspected(lie);
    ASSERT_FALSE(result.ok()) << lie;
    EXPECT_EQ(result.error().problem, ExtractProblem::Crashed) << lie;
  }
}

TEST(Impostor, EndsWhatHangs) {
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

TEST(Impostor, LeavesNoProcessOfTheGroupBehind) {
  const std::filesystem::path marker =
      std::filesystem::temp_directory_path() / ("assay-group-" + std::to_string(::getpid()));
  const auto result =
      read_with("(sleep 1; : > " + marker.string() + ") &\n" + kTyped + "sleep 60", 300ms);
  EXPECT_EQ(result.error().problem, ExtractProblem::Timeout);
  std::this_thread::sleep_for(1500ms);
  EXPECT_FALSE(std::filesystem::exists(marker));
  std::filesystem::remove(marker);
}

TEST(Impostor, GivesTheChildNothingButItsDocument) {
  const FileDescriptor secret = document("secret");
  const int inheritable = ::dup(secret.get());  // without close-on-exec
  ASSERT_GE(inheritable, 0);
  const FileDescriptor owner(inheritable);
  ASSERT_EQ(::setenv("ASSAY_SECRET", "1", 1), 0);
  // Its exit status tells whether it sees more than 0, 1 and 2, the script itself, or a secret.
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
