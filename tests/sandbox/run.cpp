// SPDX-License-Identifier: Apache-2.0
// Starts a program with posix_spawn and reads its output from a pipe.
#include "tests/sandbox/run.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "core/base/time.hpp"

namespace assay::test {
namespace {

void check(int error_number, const char* what) {
  if (error_number != 0) throw IoError(what, error_number);
}

pid_t spawn(const std::vector<std::string>& arguments, int document, int pipe_end) {
  posix_spawn_file_actions_t actions;
  check(::posix_spawn_file_actions_init(&actions), "spawn actions");
  check(::posix_spawn_file_actions_adddup2(&actions, document, 0), "spawn dup2");
  check(::posix_spawn_file_actions_adddup2(&actions, pipe_end, 1), "spawn dup2");
  check(::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0), "spawn open");
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::array<char*, 1> environment{nullptr};
  pid_t pid = -1;
  const int error_number =
      ::posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environment.data());
  check(::posix_spawn_file_actions_destroy(&actions), "spawn actions");
  check(error_number, argv[0]);
  return pid;
}

}  // namespace

Started start(const std::vector<std::string>& arguments, int document) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw IoError("pipe2", errno);
  FileDescriptor results(ends[0]);
  const FileDescriptor childs_end(ends[1]);
  return {spawn(arguments, document, childs_end.get()), std::move(results)};
}

Started start_forked(ReaderParent& parent, const std::vector<std::string>& arguments,
                     int document) {
  constexpr std::chrono::milliseconds kLook{10};
  const Deadline deadline(std::chrono::seconds(30));
  while (!deadline.passed()) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw IoError("pipe2", errno);
    FileDescriptor results(ends[0]);
    const FileDescriptor childs_end(ends[1]);
    const auto reader = parent.fork_reader(arguments, document, childs_end.get());
    if (reader) return {*reader, std::move(results)};
    std::this_thread::sleep_for(kLook);
  }
  throw IoError("fork a reader", ETIMEDOUT);
}

Ended run(const std::vector<std::string>& arguments, int document) {
  return end_of(start(arguments, document));
}

Ended end_of(const Started& started) {
  Ended ended;
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t count = ::read(started.results.get(), buffer.data(), buffer.size());
    if (count < 0) throw IoError("read", errno);
    if (count == 0) break;
    ended.output.append(buffer.data(), static_cast<std::size_t>(count));
  }
  if (::waitpid(started.pid, &ended.status, 0) != started.pid) throw IoError("waitpid", errno);
  return ended;
}

}  // namespace assay::test
