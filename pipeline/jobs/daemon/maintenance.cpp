// SPDX-License-Identifier: Apache-2.0
// Reaps and queues every few seconds, and sweeps every hour. Waits for the end of a run or for the
// interval to pass, then writes a checkpoint.
#include "pipeline/jobs/daemon/maintenance.hpp"

#include <malloc.h>

#include <array>

#include "core/crypto/ed25519.hpp"
#include "core/trace/log.hpp"
#include "db/store/events/emails.hpp"
#include "db/store/events/outbox.hpp"
#include "db/store/evidence/retention.hpp"
#include "db/store/evidence/uploads.hpp"
#include "db/store/runs/runs.hpp"
#include "db/store/work/queue.hpp"
#include "pipeline/jobs/daemon/worker.hpp"
#include "pipeline/jobs/events/event_jobs.hpp"
#include "pipeline/jobs/job_table.hpp"

namespace assay::jobs {
namespace {

using std::chrono::milliseconds;

// Runs that end at the same time share a checkpoint, which holds a line for every tenant.
constexpr milliseconds kBetweenRunEnds{1000};

constexpr const char* kAttempts = "assay_checkpoint_attempts_total";
// written: a new one. current: none was due. contradiction, other_key: somebody has to look.
constexpr std::array<std::string_view, 5> kResults{"written", "current", "contradiction",
                                                   "other_key", "failed"};

}  // namespace

namespace work = store::work;
using Clock = std::chrono::steady_clock;
namespace {
constexpr std::chrono::seconds kReapEvery{5};
constexpr std::chrono::hours kSweepEvery{1};
constexpr std::chrono::seconds kFreeMemoryEvery{30};
constexpr std::chrono::minutes kKeepUnusedIndexes{10};
constexpr std::chrono::hours kKeepFinished{24};
constexpr std::chrono::days kKeepEvents{30};
}  // namespace

Maintenance::Maintenance(const Services& services, const Identity& identity, WorkSignal& signal)
    : config_(services.config),
      blobs_(services.blobs),
      indexes_(services.indexes),
      identity_(identity),
      signal_(signal),
      clock_(services.clock),
      connection_(services.config.database, "assay-pipeline maintenance") {}

void Maintenance::run(const std::stop_token& stop) {
  Clock::time_point next_sweep = Clock::now();
  Clock::time_point next_freeing = Clock::now() + kFreeMemoryEvery;
  while (!stop.stop_requested()) {
    if (Clock::now() >= next_freeing) {
      free_memory();
      next_freeing = Clock::now() + kFreeMemoryEvery;
    }
    try {
      clock_.keep_right(connection_);
      reap();
      if (Clock::now() >= next_sweep) {
        sweep();
        next_sweep = Clock::now() + kSweepEvery;
      }
      add_digests();  // after the first sweep, which makes the mail server known
      queue_due();
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
    poison = work::reap(tx, identity_.worker, {config_.lease, kItemDeadline}, kMaxCrashes);
    tx.commit();
  }
  for (const work::Claim& claim : poison) {
    log::error("poison", {{"tenantId", claim.tenant.value},
                          {"subjectId", claim.subject_id},
                          {"crashes", claim.crashes}});
    if (!fail_for_good(connection_, claim, kWorkerCrashCode, job_of(claim.kind).crash_reason)) {
      log::info("claim_lost", {{"subjectId", claim.subject_id}});
    }
  }
}

// Memory freed by threads stays in the allocator's arenas, often below a small block in use;
// trimming also returns the whole pages between such blocks.
void Maintenance::free_memory() {
  indexes_.forget_unused(kKeepUnusedIndexes);
  static_cast<void>(::malloc_trim(0));
}

void Maintenance::add_digests() {
  const MailSettings& mail = config_.mail;
  if (!mail.enabled() || !mail.digest) return;
  const auto week = mail.digest->week_due(clock_.now());
  if (!week || *week == digested_) return;
  pg::Tx tx(connection_, pg::Access::ReadWrite);
  const std::int64_t added = store::emails::queue_digests(tx, *week);
  tx.commit();
  digested_ = *week;
  log::info("digests_added", {{"week", *week}, {"added", added}});
}

void Maintenance::queue_due() {
  pg::Tx tx(connection_, pg::Access::ReadWrite);
  std::int64_t queued = store::events::queue_due(tx);
  if (config_.mail.enabled()) queued += store::emails::queue_due(tx);
  tx.commit();
  if (queued > 0) signal_.notify();
}

void Maintenance::sweep() {
  publish_event_key(config_, connection_);
  publish_mail_server(config_, connection_);
  const std::size_t files = blobs_.sweep(kKeepFinished);
  pg::Tx tx(connection_, pg::Access::ReadWrite);
  const std::int64_t items = work::sweep(tx, kKeepFinished);
  const std::int64_t events = store::events::forget(tx, kKeepEvents);
  const std::int64_t emails = store::emails::forget(tx, kKeepEvents);
  const std::int64_t uploads = store::uploads::forget_expired(tx);
  const std::int64_t tenants = store::retention::queue_due(tx);
  tx.commit();
  if (tenants + uploads > 0) signal_.notify();
  log::info("swept", {{"files", files},
                      {"items", items},
                      {"events", events},
                      {"emails", emails},
                      {"uploads", uploads},
                      {"retention", tenants}});
}

// Every result is counted from 0, so that monitoring sees the first increase of each.
Checkpointer::Checkpointer(const Config& config, Counters& counters)
    : config_(config), counters_(counters), connection_(config.database, "assay-pipeline audit") {
  if (config_.audit_key_file.empty()) return;
  for (const std::string_view result : kResults) {
    counters_.add(kAttempts, label("result", result), 0);
  }
}

void Checkpointer::run(const std::stop_token& stop) {
  const std::stop_callback wake(stop, [this] { stop_.set(); });
  // An entry that follows right after a checkpoint waits until that checkpoint is half the interval
  // old, and then for the next look: at most three quarters of the interval.
  const milliseconds interval = config_.checkpoint_interval;
  const store::audit::Due in_time{interval / 2, true};
  const store::audit::Due at_run_end{milliseconds{0}, true};
  bool run_ended = false;
  while (!stop.stop_requested()) {
    attempt(run_ended ? at_run_end : in_time);
    if (run_ended) {
      std::array<pollfd, 1> stopped{{{stop_.get(), POLLIN, 0}}};
      if (ready_within(stopped, kBetweenRunEnds)) return;
    }
    run_ended = run_ended_within(interval / 4);
  }
}

void Checkpointer::write_last() {
  attempt({.only_if_moved = true});
}

void Checkpointer::attempt(const store::audit::Due& due) {
  if (config_.audit_key_file.empty()) return;
  counters_.add(kAttempts, label("result", try_to_write(due)));
}

std::string_view Checkpointer::try_to_write(const store::audit::Due& due) {
  const auto failed = [this](const std::exception& error, std::string_view result) {
    log::error("audit_checkpoint_failed", {{"error", error.what()}});
    connection_.close();
    return result;
  };
  try {
    // Listen first, to notice the end of a run whose entries this checkpoint does not include.
    store::runs::listen_for_ends(connection_);
    const auto keys = key_file::load_or_create(config_.audit_key_file);
    const auto made =
        store::audit::write_checkpoint(connection_, keys, config_.checkpoint_file, due);
    if (!made) return "current";
    log::info("audit_checkpoint", {{"number", made->number}, {"hash", made->hash}});
    return "written";
  } catch (const store::audit::FileContradictsTable& error) {
    return failed(error, "contradiction");
  } catch (const store::audit::OtherKey& error) {
    return failed(error, "other_key");
  } catch (const std::exception& error) {
    return failed(error, "failed");
  }
}

bool Checkpointer::run_ended_within(milliseconds time) {
  // A closed connection has socket -1, which poll() ignores.
  std::array<pollfd, 2> descriptors{
      {{connection_.connected() ? connection_.socket() : -1, POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
  try {
    // Notifications that arrived with a statement's result no longer make the socket readable.
    if (connection_.connected() && !connection_.take_notifications().empty()) return true;
    if (!ready_within(descriptors, time) || descriptors[0].revents == 0) return false;
    return !connection_.take_notifications().empty();
  } catch (const pg::DbError& error) {
    log::debug("audit_listener_away", {{"error", error.what()}});
    connection_.close();
    return false;
  }
}

}  // namespace assay::jobs
