// SPDX-License-Identifier: Apache-2.0
// Installs signal handlers and keeps the stop flag.
#include "core/base/stop.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

#include "core/base/io.hpp"

namespace assay::stop {
namespace {

// Set from a signal handler: sig_atomic_t and a descriptor are all it may touch.
volatile std::sig_atomic_t g_requested = 0;
volatile int g_wake_fd = -1;

void on_signal(int /*signal*/) {
  const int saved = errno;
  request();
  errno = saved;
}

}  // namespace

void install() {
  g_wake_fd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (g_wake_fd < 0) throw IoError("eventfd", errno);
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;
  if (sigaction(SIGTERM, &action, nullptr) != 0 || sigaction(SIGINT, &action, nullptr) != 0) {
    throw IoError("sigaction", errno);
  }
  if (std::signal(SIGPIPE, SIG_IGN) == SIG_ERR) throw IoError("signal", errno);
}

bool requested() noexcept {
  return g_requested != 0;
}

void request() noexcept {
  g_requested = 1;
  const std::uint64_t one = 1;
  if (g_wake_fd >= 0) [[maybe_unused]]
    const ssize_t n = ::write(g_wake_fd, &one, sizeof one);
}

int wake_fd() noexcept {
  return g_wake_fd;
}

}  // namespace assay::stop
