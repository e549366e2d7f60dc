// SPDX-License-Identifier: Apache-2.0
// Waits on the connection's socket.
#include "pipeline/jobs/listener.hpp"

#include <poll.h>

#include <array>
#include <cerrno>

#include "core/trace/log.hpp"
#include "db/store/work.hpp"
#include "pipeline/jobs/backoff.hpp"

namespace assay::jobs {
namespace {

// How often to check that the server still knows this connection: a connection cut along the way
// looks alive but receives nothing.
constexpr int kCheckEveryMs = 10'000;

int poll_for(std::span<pollfd> descriptors, int milliseconds) {
  const int ready = ::poll(descriptors.data(), descriptors.size(), milliseconds);
  if (ready < 0 && errno != EINTR) throw IoError("poll", errno);
  return ready < 0 ? 0 : ready;
}

}  // namespace

Listener::Listener(std::string conninfo, WorkSignal& signal)
    : connection_(std::move(conninfo), "assay-pipeline listener"), signal_(signal) {}

void Listener::run() {
  Backoff backoff;
  do {
    try {
      store::work::listen(connection_);
      backoff.reset();
      signal_.notify();  // for what was announced while nobody listened
      return listen();
    } catch (const pg::DbError& error) {
      log::debug("listener_away", {{"error", error.what()}});
      connection_.close();
    }
  } while (!stopped_within(static_cast<int>(backoff.next().count())));
}

void Listener::listen() {
  for (;;) {
    std::array<pollfd, 2> descriptors{
        {{connection_.socket(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
    const int ready = poll_for(descriptors, kCheckEveryMs);
    if (descriptors[1].revents != 0) return;
    if (ready == 0 && !store::work::listening(connection_)) {
      throw pg::DbError("no longer listening", "", "");
    }
    if (connection_.take_notifications()) signal_.notify();
  }
}

bool Listener::stopped_within(int milliseconds) const {
  std::array<pollfd, 1> descriptors{{{stop_.get(), POLLIN, 0}}};
  return poll_for(descriptors, milliseconds) > 0;
}

}  // namespace assay::jobs
