// SPDX-License-Identifier: Apache-2.0
// Renews leases.
#include "pipeline/jobs/heartbeat.hpp"

#include "core/trace/log.hpp"

namespace assay::jobs {
namespace work = store::work;
using Clock = std::chrono::steady_clock;

Heartbeat::Heartbeat(const Config& config, const Identity& identity, ActiveClaims& claims,
                     WorkSignal& signal)
    : config_(config),
      identity_(identity),
      claims_(claims),
      signal_(signal),
      connection_(config.database_url, "assay-pipeline heartbeat"),
      last_round_(Clock::now()) {}

void Heartbeat::run(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kAfterError{1000};
  while (!stop.stop_requested()) {
    std::chrono::milliseconds pause = config_.heartbeat;
    try {
      beat();
    } catch (const pg::DbError& error) {
      log::warning("heartbeat_missed", {{"error", error.what()}});
      pause = std::min<std::chrono::milliseconds>(pause, kAfterError);
    }
    last_round_ = Clock::now();
    signal_.pause(stop, pause);
  }
}

bool Heartbeat::beating() const {
  // Connecting and a hanging statement have time limits; this is well above both.
  constexpr std::chrono::seconds kSlack{150};
  return Clock::now() - last_round_.load() < config_.heartbeat + kSlack;
}

void Heartbeat::beat() {
  {
    pg::Tx tx(connection_, pg::Access::ReadWrite);
    work::announce(tx, identity_.worker, identity_.host);
    tx.commit();
  }
  for (const ActiveClaims::Held& held : claims_.all()) {
    pg::Tx tx(connection_, pg::Access::ReadWrite);
    if (work::renew(tx, held->claim, config_.lease)) {
      tx.commit();
    } else if (!held->lost.exchange(true)) {
      log::info("lease_lost", {{"subjectId", held->claim.subject_id}});
    }
  }
}

}  // namespace assay::jobs
