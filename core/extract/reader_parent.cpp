// SPDX-License-Identifier: Apache-2.0
// Starts a program by posix_spawn. Starts the process from which readers are forked, and asks it
// for them. Its side is pipeline/extract/sandbox/reader_fork.cpp.
#include "core/extract/reader_parent.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/base/time.hpp"
#include "core/base/unix_socket.hpp"
#include "core/trace/log.hpp"

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

using namespace std::chrono_literals;

// After this many readers, the next ones get a process with a different memory layout.
constexpr int kMaxForks = 1000;
constexpr std::chrono::minutes kIdle{5};
constexpr std::chrono::seconds kReady{20};
constexpr std::chrono::seconds kAnswer{10};  // a busy machine is no reason to replace it
// A process that does not come up is tried again after a pause; readers are started meanwhile.
constexpr std::chrono::seconds kPause{10};

bool readable_within(int socket, std::chrono::milliseconds time) {
  const Deadline deadline(time);
  for (;;) {
    pollfd watched{socket, POLLIN, 0};
    const int ready = ::poll(&watched, 1, static_cast<int>(deadline.left().count()));
    if (ready >= 0) return ready > 0;
    if (errno != EINTR) throw IoError("poll", errno);
  }
}

// The packet that arrives within that time; nullopt if none does, or the other side left.
std::optional<std::string> next_text(int socket, std::chrono::milliseconds time) {
  if (!readable_within(socket, time)) return std::nullopt;
  auto packet = receive_packet(socket);
  if (!packet) return std::nullopt;
  return std::move(packet->text);
}

void reap(pid_t process) {
  while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// Waits for a process that ends by itself once nobody asks for readers any more.
void await_end(pid_t process) {
  constexpr auto kLook = 5ms;
  for (const Deadline deadline(1s); !deadline.passed(); std::this_thread::sleep_for(kLook)) {
    if (::waitpid(process, nullptr, WNOHANG) != 0) return;
  }
  static_cast<void>(::kill(process, SIGKILL));
  reap(process);
}

std::string joined(const std::vector<std::string>& arguments) {
  std::string all;
  for (const std::string& argument : arguments) all.append(argument).push_back('\0');
  return all;
}

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

ReaderParent::ReaderParent(std::string binary)
    : binary_(std::move(binary)), keeper_([this](const std::stop_token& stop) { keep(stop); }) {}

ReaderParent::~ReaderParent() {
  keeper_.request_stop();
  keeper_.join();
}

void ReaderParent::keep(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [this] { return wanted_; })) return;
      wanted_ = false;
    }
    std::string problem = "it ended, or was not ready in time";
    try {
      if (offer(stop)) continue;
    } catch (const IoError& error) {
      problem = error.what();
    }
    log::warning("reader_parent_failed", {{"error", problem}});
    std::unique_lock lock(mutex_);
    static_cast<void>(changed_.wait_for(lock, stop, kPause, [] { return false; }));
  }
}

bool ReaderParent::offer(const std::stop_token& stop) {
  auto [ours, theirs] = packet_sockets();
  const FileDescriptor null = open_null();
  const pid_t process =
      spawn_program({binary_, "fork"}, {theirs.get(), null.get(), null.get()}, Binding::AtStart);
  theirs.reset();
  const bool ready = next_text(ours.get(), kReady).has_value();
  if (ready) {
    std::unique_lock lock(mutex_);
    requests_ = std::move(ours);
    replace_ = false;
    forked_ = 0;
    used_ = std::chrono::steady_clock::now();
    while (!replace_ && !stop.stop_requested() &&
           std::chrono::steady_clock::now() < used_ + kIdle) {
      static_cast<void>(
          changed_.wait_until(lock, stop, used_ + kIdle, [this] { return replace_; }));
    }
    requests_.reset();
    wanted_ = wanted_ && replace_;  // another one at once, or when the next reader is asked for
  } else {
    ours.reset();
  }
  await_end(process);
  return ready;
}

bool ReaderParent::send_request(int answer) {
  const std::lock_guard lock(mutex_);
  used_ = std::chrono::steady_clock::now();
  wanted_ = true;
  const bool sent =
      requests_.open() && !replace_ && send_packet(requests_.get(), "fork", {{answer}});
  if (!sent || ++forked_ >= kMaxForks) replace_ = true;
  changed_.notify_all();
  return sent;
}

std::optional<pid_t> ReaderParent::fork_reader(const std::vector<std::string>& arguments,
                                               int document, int results) {
  auto [ours, theirs] = packet_sockets();
  if (!send_request(theirs.get())) return std::nullopt;
  theirs.reset();
  const auto answer = next_text(ours.get(), kAnswer);
  pid_t reader = -1;
  if (!answer || answer->size() != sizeof reader) {
    replace();
    return std::nullopt;
  }
  std::memcpy(&reader, answer->data(), sizeof reader);
  if (reader < 0) return std::nullopt;
  // It has not read its task yet: one that gets none ends.
  if (::setpgid(reader, reader) == 0 &&
      send_packet(ours.get(), joined(arguments), {{document, results}})) {
    return reader;
  }
  static_cast<void>(::kill(reader, SIGKILL));
  reap(reader);
  return std::nullopt;
}

void ReaderParent::replace() {
  const std::lock_guard lock(mutex_);
  replace_ = true;
  changed_.notify_all();
}

}  // namespace assay
