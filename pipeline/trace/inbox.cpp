// SPDX-License-Identifier: Apache-2.0
// The inbox's thread.
#include "pipeline/trace/inbox.hpp"

#include <poll.h>

#include <array>
#include <cerrno>
#include <utility>

#include "core/base/unix_socket.hpp"
#include "core/trace/log.hpp"
#include "core/trace/span_message.hpp"

namespace assay::trace {
namespace {

// How often a standby daemon checks whether the socket is free.
constexpr int kLookMs = 1000;

}  // namespace

Inbox::Inbox(std::string path, std::function<void(CleanSpan)> take)
    : path_(std::move(path)), take_(std::move(take)) {}

void Inbox::start() {
  if (!path_.empty()) thread_ = std::jthread([this] { run(); });
}

void Inbox::stop() {
  stop_.set();
  if (thread_.joinable()) thread_.join();
  socket_.reset();  // for the standby daemon
}

void Inbox::run() {
  for (;;) {
    if (!socket_.open() && open()) log::debug("span_inbox_open", {{"socket", path_}});
    std::array<pollfd, 2> waited{{{stop_.get(), POLLIN, 0}, {socket_.get(), POLLIN, 0}}};
    // poll(2) passes over a descriptor below zero.
    const int count = ::poll(waited.data(), waited.size(), socket_.open() ? -1 : kLookMs);
    if (count < 0 && errno != EINTR) throw IoError("poll", errno);
    if (socket_.open()) take_all();
    if (count > 0 && waited[0].revents != 0) return;
  }
}

// Spans are not worth ending the daemon for.
bool Inbox::open() {
  try {
    socket_ = receive_datagrams_at(path_);
    return true;
  } catch (const IoError& error) {
    if (error.error_number() != EADDRINUSE && !std::exchange(told_, true)) {
      log::warning("span_inbox_closed", {{"error", error.what()}});
    }
    return false;
  }
}

void Inbox::take_all() const {
  while (const auto message = next_datagram(socket_.get())) {
    if (auto span = from_message(*message)) take_(std::move(*span));
  }
}

}  // namespace assay::trace
