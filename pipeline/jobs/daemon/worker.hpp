// SPDX-License-Identifier: Apache-2.0
// A worker thread: claims an item, runs its job, and settles the outcome. The listener waits for
// hints that there is work. It is only a shortcut: polling finds everything without it.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/wake_fd.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/context/waiting.hpp"

namespace assay::jobs {

// Uses its own thread and a direct connection (a pooler in transaction mode does not pass on
// notifications).
class Listener {
 public:
  Listener(DatabaseAddress database, WorkSignal& signal);
  // Runs until stop() is called.
  void run();
  void stop() { stop_.set(); }

 private:
  // Listens until stopped; throws DbError if the connection is gone.
  void listen();
  // Whether a stop was requested within this time.
  [[nodiscard]] bool stopped_within(std::chrono::milliseconds time) const;

  pg::Connection connection_;
  WorkSignal& signal_;
  WakeFd stop_;
};

// How long an item may stay with one worker, even a live one; and the same for an item that mostly
// waits for another party's server.
inline constexpr std::chrono::seconds kItemDeadline{3600};
inline constexpr std::chrono::seconds kWaitingItemDeadline{24 * 3600};

// Maximum number of runs and batches that wait for a language model at once, each on its own thread
// in addition to the daemon's workers. One tenant never has all of them.
inline constexpr int kWaitingRuns = 4;

// Maximum number of webhooks that receive events at once, each by its own thread. One tenant never
// has all of them, so that its slow receivers delay nobody else's.
inline constexpr int kEventThreads = 3;

// Maximum number of tenants whose e-mail is sent at once, each by its own thread.
inline constexpr int kMailThreads = 2;

// What a thread takes: its lanes, and the maximum number of items per tenant in them, over all
// daemons and in this one.
struct Duty {
  std::vector<store::work::Lane> lanes;
  std::chrono::seconds deadline = kItemDeadline;
  int tenant_cap = 0;  // 0: no limit
  int daemon_cap = 0;  // 0: no limit
};

// What the threads of one daemon share.
struct WorkerShared {
  const Services& services;
  const std::string& worker_id;
  ActiveClaims& claims;
  WorkSignal& signal;
  std::atomic<bool>& interrupt;  // set when what is in progress must be given back
};

class Worker {
 public:
  Worker(const WorkerShared& shared, int number, Duty duty);
  // Runs until a stop is requested and the item in progress is settled. Waits for a database that
  // is away. Throws only on a bug.
  void run(const std::stop_token& stop);

 private:
  [[nodiscard]] std::optional<store::work::Claim> claim();
  void work_on(const store::work::Claim& claim, const std::stop_token& stop);
  void settle(const store::work::Claim& claim, const std::exception_ptr& error,
              const std::stop_token& stop);
  void settle_once(const store::work::Claim& claim, const std::exception_ptr& error,
                   const std::stop_token& stop);
  // Puts the item back unchanged, and pauses, since the next item would meet the same problem.
  void give_back(const store::work::Claim& claim, const char* why, const std::stop_token& stop);
  void release(const store::work::Claim& claim);
  void give_way(const store::work::Claim& claim);
  void internal_error(const store::work::Claim& claim, const char* what);
  // Retries later, or fails the item for good after the last of `tries`. what: for the log and the
  // item's record.
  void retry_or_fail(const store::work::Claim& claim, const JobFailure& failure, int tries,
                     std::string_view what);

  const WorkerShared& shared_;
  const Duty duty_;
  pg::Connection connection_;
  Jitter jitter_;
  Backoff backoff_;
};

}  // namespace assay::jobs
