// SPDX-License-Identifier: Apache-2.0
// Starts the process from which readers are forked, and asks it for them. Its side is
// pipeline/extract/sandbox/reader_fork.cpp.
#include "core/extract/reader_parent.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/time.hpp"
#include "core/base/unix_socket.hpp"
#include "core/extract/spawn.hpp"
#include "core/trace/log.hpp"

namespace assay {
namespace {

using namespace std::chrono_literals;

// After so many readers, the next ones get a process with another layout of memory.
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
  }
  ours.reset();
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
