// SPDX-License-Identifier: Apache-2.0
// From inside the sandbox: every attempt is refused, with and without Landlock.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>

#include "core/extract/landlock.hpp"
#include "tests/extract/temp_files.hpp"
#include "tests/sandbox/attempts.hpp"
#include "tests/sandbox/run.hpp"

namespace assay::test {
namespace {

constexpr const char* kProbe = ASSAY_BINARY_DIR "/bin/sandbox_probe";

bool killed_by_filter(int status) {
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
}

void try_all(const std::string& mode) {
  const FileDescriptor file = document("x");
  for (std::size_t i = 0; i < attempts().size(); ++i) {
    const Attempt& attempt = attempts()[i];
    const int status = run({kProbe, mode, std::to_string(i)}, file.get()).status;
    const bool absent = attempt.expected == Outcome::KilledOrAbsent && WIFSIGNALED(status) &&
                        WTERMSIG(status) == SIGSEGV;
    if (absent) continue;
    if (attempt.expected != Outcome::Denied) {
      EXPECT_TRUE(killed_by_filter(status)) << attempt.name << ": wait status " << status;
    } else {
      EXPECT_TRUE(WIFEXITED(status)) << attempt.name << ": wait status " << status;
      EXPECT_EQ(WEXITSTATUS(status), EACCES) << attempt.name;
    }
  }
}

TEST(Sandbox, RefusesEveryAttempt) {
  if (landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  try_all("confined");
}

TEST(Sandbox, RefusesEveryAttemptWithoutLandlock) {
  try_all("without-landlock");
}

// The attempts prove something only if the sandbox is what stops them.
TEST(Sandbox, IsWhatRefusesThem) {
  const FileDescriptor file = document("x");
  for (std::size_t i = 0; i < attempts().size(); ++i) {
    const int status = run({kProbe, "unconfined", std::to_string(i)}, file.get()).status;
    EXPECT_FALSE(killed_by_filter(status)) << attempts()[i].name;
    EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == EACCES) << attempts()[i].name;
  }
}

std::string status_line(pid_t pid, const std::string& name) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(name + ":")) return line.substr(line.find_last_of(" \t") + 1);
  }
  return "";
}

// The shipped program, stopped in the middle of a document: nobody reads its results.
TEST(Sandbox, IsAroundTheReaderAtWork) {
  const FileDescriptor file = document(std::string(400'000, 'w') + "\n");
  const Started reader =
      start({ASSAY_BINARY_DIR "/bin/assay-extract", "read", "a.txt"}, file.get());
  pollfd first{reader.results.get(), POLLIN, 0};
  EXPECT_EQ(::poll(&first, 1, 20'000), 1);
  EXPECT_EQ(status_line(reader.pid, "Seccomp"), "2");  // a filter
  EXPECT_EQ(status_line(reader.pid, "NoNewPrivs"), "1");
  EXPECT_EQ(status_line(reader.pid, "CapEff"), "0000000000000000");
  EXPECT_EQ(::kill(reader.pid, SIGKILL), 0);
  EXPECT_EQ(::waitpid(reader.pid, nullptr, 0), reader.pid);
}

}  // namespace
}  // namespace assay::test
