// SPDX-License-Identifier: Apache-2.0
// Answers requests for readers. The first process never sees a task: it hands on the socket that
// the task arrives on. So whatever a reader finds in its memory is its own document, or no
// document.
#include "pipeline/extract/sandbox/reader_fork.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>

#include "core/base/io.hpp"
#include "core/base/unix_socket.hpp"

namespace assay::extract {
namespace {

constexpr int kRequests = 0;
constexpr std::size_t kTaskDescriptors = 2;  // the document, and where the results go

// The new process is a child of the one that started this one, which can then wait for it: fork()
// cannot do that. Returns 0 in it, and -1 if there can be none.
pid_t fork_for_parent() {
  return static_cast<pid_t>(
      ::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, 0UL));
}

void answer(const FileDescriptor& asker, pid_t reader) {
  // Who no longer listens gives the reader no task, and it ends.
  static_cast<void>(
      send_packet(asker.get(), {reinterpret_cast<const char*>(&reader), sizeof reader}));
}

// Waits for the task, and keeps only the descriptors that belong to it.
std::optional<std::vector<std::string>> take_task(const FileDescriptor& asker) {
  const auto task = receive_packet(asker.get());
  if (!task || task->descriptors.size() != kTaskDescriptors) return std::nullopt;
  for (std::size_t i = 0; i < kTaskDescriptors; ++i) {
    if (::dup2(task->descriptors[i].get(), static_cast<int>(i)) < 0) throw IoError("dup2", errno);
  }
  std::vector<std::string> arguments;
  for (std::string_view rest = task->text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    arguments.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return arguments;
}

}  // namespace

std::optional<std::vector<std::string>> fork_readers() {
  if (!send_packet(kRequests, "ready")) return std::nullopt;
  while (const auto request = receive_packet(kRequests)) {
    if (request->descriptors.size() != 1) throw IoError("request for a reader", EPROTO);
    const FileDescriptor& asker = request->descriptors.front();
    const pid_t reader = fork_for_parent();
    if (reader == 0) return take_task(asker);
    answer(asker, reader);
  }
  return std::nullopt;
}

}  // namespace assay::extract
