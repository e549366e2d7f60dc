// SPDX-License-Identifier: Apache-2.0
// Waits on the connection's socket.
#include "pipeline/jobs/daemon/listener.hpp"

#include <array>

#include "core/trace/log.hpp"
#include "db/store/work/queue.hpp"
#include "pipeline/jobs/context/waiting.hpp"

namespace assay::jobs {
namespace {

// How often to check that the server still knows this connection: a connection cut along the way
// looks alive but receives nothing.
constexpr std::chrono::seconds kCheckEvery{10};

}  // namespace

Listener::Listener(DatabaseAddress database, WorkSignal& signal)
    : connection_(std::move(database), "assay-pipeline listener"), signal_(signal) {}

void Listener::run() {
  if (connection_.pooled()) return;  // the workers look for work by themselves
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
  } while (!stopped_within(backoff.next()));
}

void Listener::listen() {
  for (;;) {
    std::array<pollfd, 2> descriptors{
        {{connection_.socket(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
    const bool ready = ready_within(descriptors, kCheckEvery);
    if (descriptors[1].revents != 0) return;
    if (!ready && !store::work::listening(connection_)) {
      throw pg::DbError("no longer listening", "", "");
    }
    if (connection_.take_notifications()) signal_.notify();
  }
}

bool Listener::stopped_within(std::chrono::milliseconds time) const {
  std::array<pollfd, 1> descriptors{{{stop_.get(), POLLIN, 0}}};
  return ready_within(descriptors, time);
}

}  // namespace assay::jobs
