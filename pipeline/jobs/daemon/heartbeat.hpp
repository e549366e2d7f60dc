// SPDX-License-Identifier: Apache-2.0
// The identity of a daemon, and the heartbeat that shows that it is alive and renews its leases.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>

#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/context/waiting.hpp"

namespace assay::jobs {

// Host, boot, process and start time in one name, so that the next daemon on the same host can tell
// that an earlier one is dead.
struct Identity {
  std::string host;
  std::string worker;  // "host/boot/pid/start"
};

// The identity of this process. If the boot id cannot be read (a hidden /proc), it is random, so
// that nobody draws conclusions from it.
[[nodiscard]] Identity own_identity();

// True only if it is certain: same host and boot as `own`, and no process with that number and
// start time.
[[nodiscard]] bool surely_dead(std::string_view worker, const Identity& own);

// Renews the leases of all claims in progress and records that the daemon is alive. Uses its own
// thread and connection, so that no job delays it.
class Heartbeat {
 public:
  Heartbeat(const Config& config, const Identity& identity, ActiveClaims& claims,
            WorkSignal& signal);
  void run(const std::stop_token& stop);
  // Whether the thread completed a round recently (with or without the database). For the watchdog.
  [[nodiscard]] bool beating() const;

 private:
  void beat();

  const Config& config_;
  const Identity& identity_;
  ActiveClaims& claims_;
  WorkSignal& signal_;
  pg::Connection connection_;
  std::atomic<std::chrono::steady_clock::time_point> last_round_;
};

}  // namespace assay::jobs
