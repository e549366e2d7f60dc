// SPDX-License-Identifier: Apache-2.0
// Reaping every few seconds, sweeping every hour.
#include "pipeline/jobs/maintenance.hpp"

#include "core/log.hpp"
#include "pipeline/jobs/outcome.hpp"
#include "pipeline/jobs/worker.hpp"

namespace assay::jobs {
namespace work = store::work;
using Clock = std::chrono::steady_clock;
namespace {
constexpr std::chrono::seconds kReapEvery{5};
constexpr std::chrono::hours kSweepEvery{1};
constexpr std::chrono::hours kKeepFinished{24};
}  // namespace

Maintenance::Maintenance(const Config& config, const BlobStore& blobs, const Identity& identity,
                         WorkSignal& signal)
    : config_(config),
      blobs_(blobs),
      identity_(identity),
      signal_(signal),
      connection_(config.database_url, "assay-pipeline maintenance") {}

void Maintenance::run(const std::stop_token& stop) {
  Clock::time_point next_sweep = Clock::now();
  while (!stop.stop_requested()) {
    try {
      reap();
      if (Clock::now() >= next_sweep) {
        sweep();
        next_sweep = Clock::now() + kSweepEvery;
      }
    } catch (const pg::DbError& error) {
      log::warning("maintenance_missed", {{"error", error.what()}});
    }
    signal_.pause(stop, kReapEvery);
  }
}

void Maintenance::release_dead_workers() {
  pg::Tx tx(connection_, pg::Access::ReadWrite);
  for (const std::string& worker : work::workers_of_host(tx, identity_.host)) {
    if (worker == identity_.worker || !surely_dead(worker, identity_)) continue;
    const std::int64_t released = work::release_of(tx, worker, kMaxCrashes);
    work::withdraw(tx, worker);
    log::info("dead_worker", {{"worker", worker}, {"released", released}});
  }
  tx.commit();
}

void Maintenance::reap() {
  std::vector<work::Claim> poison;
  {
    pg::Tx tx(connection_, pg::Access::ReadWrite);
    poison = work::reap(tx, identity_.worker,
                        {config_.lease, kItemDeadline, config_.tenant_running_cap}, kMaxCrashes);
    tx.commit();
  }
  for (const work::Claim& claim : poison) {
    log::error("poison", {{"tenantId", claim.tenant.value},
                          {"subjectId", claim.subject_id},
                          {"crashes", claim.crashes}});
    if (!fail_for_good(connection_, claim, kWorkerCrashCode, worker_crash_reason(claim.kind))) {
      log::info("claim_lost", {{"subjectId", claim.subject_id}});
    }
  }
}

void Maintenance::sweep() {
  const std::size_t files = blobs_.sweep_incoming(kKeepFinished);
  pg::Tx tx(connection_, pg::Access::ReadWrite);
  const std::int64_t items = work::sweep(tx, kKeepFinished);
  tx.commit();
  log::info("swept", {{"files", files}, {"items", items}});
}

}  // namespace assay::jobs
