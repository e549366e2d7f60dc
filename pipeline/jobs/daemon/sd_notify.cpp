// SPDX-License-Identifier: Apache-2.0
// Sends datagrams to $NOTIFY_SOCKET.
#include "pipeline/jobs/daemon/sd_notify.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdlib>

#include "core/base/io.hpp"
#include "core/trace/log.hpp"

namespace assay::jobs {
namespace {

void send(std::string_view path, std::string_view state) {
  sockaddr_un address{};
  if (path.size() >= sizeof address.sun_path) throw IoError("NOTIFY_SOCKET", ENAMETOOLONG);
  address.sun_family = AF_UNIX;
  std::copy(path.begin(), path.end(), address.sun_path);
  if (path.front() == '@') address.sun_path[0] = '\0';  // an abstract socket
  const FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!socket.open()) throw IoError("socket", errno);
  // Never blocks: a receiver that does not read must not keep this process from working or ending.
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  if (::sendto(socket.get(), state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
               reinterpret_cast<const sockaddr*>(&address), length) < 0) {
    throw IoError("sendto NOTIFY_SOCKET", errno);
  }
}

std::optional<std::int64_t> number_in(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  const std::string_view view(text);
  std::int64_t value = 0;
  const auto done = std::from_chars(view.data(), view.data() + view.size(), value);
  if (done.ec != std::errc() || done.ptr != view.data() + view.size()) return std::nullopt;
  return value;
}

}  // namespace

void sd_notify(std::string_view state) {
  const char* path = std::getenv("NOTIFY_SOCKET");
  if (path == nullptr || *path == '\0') return;
  try {
    send(path, state);
  } catch (const IoError& error) {
    log::warning("notify_failed", {{"error", error.what()}});
  }
}

std::optional<std::chrono::microseconds> watchdog_interval() {
  const auto micros = number_in("WATCHDOG_USEC");
  if (!micros || *micros <= 0) return std::nullopt;
  const auto pid = number_in("WATCHDOG_PID");
  if (pid && *pid != ::getpid()) return std::nullopt;
  return std::chrono::microseconds(*micros);
}

}  // namespace assay::jobs
