// SPDX-License-Identifier: Apache-2.0
// The heartbeat: renews the leases of all claims in progress and records that the daemon is alive.
#pragma once

#include <atomic>
#include <chrono>
#include <stop_token>

#include "pipeline/jobs/claims.hpp"
#include "pipeline/jobs/identity.hpp"
#include "pipeline/jobs/services.hpp"
#include "pipeline/jobs/work_signal.hpp"

namespace assay::jobs {

// Uses its own thread and connection, so that no job delays it.
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
