// SPDX-License-Identifier: Apache-2.0
// Starts a program by posix_spawn.
#include "core/extract/spawn.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

#include <cerrno>
#include <csignal>
#include <string_view>

namespace assay {
namespace {

void check(int error_number, std::string_view what) {
  if (error_number != 0) throw IoError(std::string(what), error_number);
}

// posix_spawn's two parameter objects; both must be destroyed explicitly.
class SpawnActions {
 public:
  SpawnActions() { check(::posix_spawn_file_actions_init(&value_), "spawn actions"); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() { static_cast<void>(::posix_spawn_file_actions_destroy(&value_)); }
  void place(int fd, int target) {
    check(::posix_spawn_file_actions_adddup2(&value_, fd, target), "spawn dup2");
  }
  void close_from(int first) {
    check(::posix_spawn_file_actions_addclosefrom_np(&value_, first), "spawn closefrom");
  }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &value_; }

 private:
  posix_spawn_file_actions_t value_{};
};

class SpawnAttributes {
 public:
  // Its own process group, no blocked signals, no ignored signals.
  SpawnAttributes() {
    check(::posix_spawnattr_init(&value_), "spawn attributes");
    sigset_t none;
    sigset_t all;
    static_cast<void>(::sigemptyset(&none));
    static_cast<void>(::sigfillset(&all));
    check(::posix_spawnattr_setsigmask(&value_, &none), "spawn signal mask");
    check(::posix_spawnattr_setsigdefault(&value_, &all), "spawn signal defaults");
    check(::posix_spawnattr_setpgroup(&value_, 0), "spawn process group");
    constexpr auto kFlags = static_cast<short>(  // the three flags fit; the API wants a short
        POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    check(::posix_spawnattr_setflags(&value_, kFlags), "spawn flags");
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { static_cast<void>(::posix_spawnattr_destroy(&value_)); }
  [[nodiscard]] const posix_spawnattr_t* get() const { return &value_; }

 private:
  posix_spawnattr_t value_{};
};

}  // namespace

pid_t spawn_program(const std::vector<std::string>& arguments,
                    const std::array<int, 3>& descriptors, Binding binding) {
  // In a process that closed its 0 to 2, a source may have one of those numbers: move it away.
  std::array<FileDescriptor, 3> sources;
  SpawnActions actions;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const int high = ::fcntl(descriptors.at(i), F_DUPFD_CLOEXEC, 3);
    if (high < 0) throw IoError("fcntl", errno);
    sources.at(i) = FileDescriptor(high);
    actions.place(high, static_cast<int>(i));
  }
  actions.close_from(3);
  const SpawnAttributes attributes;
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  // The reader may start no thread, and OpenMP, which its libraries use, asks only here.
  std::string one_thread = "OMP_THREAD_LIMIT=1";
  std::string bind_now = "LD_BIND_NOW=1";
  std::array<char*, 3> environment{
      one_thread.data(), binding == Binding::AtStart ? bind_now.data() : nullptr, nullptr};
  pid_t pid = -1;
  const int error_number = ::posix_spawn(&pid, arguments.front().c_str(), actions.get(),
                                         attributes.get(), argv.data(), environment.data());
  if (error_number != 0) throw IoError("start " + arguments.front(), error_number);
  return pid;
}

FileDescriptor open_null() {
  FileDescriptor null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  if (!null.open()) throw IoError("open /dev/null", errno);
  return null;
}

}  // namespace assay
