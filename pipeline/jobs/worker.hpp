// SPDX-License-Identifier: Apache-2.0
// One worker thread: claims an item, runs its job, and settles what became of it.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/jobs/backoff.hpp"
#include "pipeline/jobs/claims.hpp"
#include "pipeline/jobs/job_context.hpp"
#include "pipeline/jobs/work_signal.hpp"

namespace assay::jobs {

// How long an item may stay with one worker, however alive that is; and one that mostly waits for
// somebody else's server.
inline constexpr std::chrono::seconds kItemDeadline{3600};
inline constexpr std::chrono::seconds kWaitingItemDeadline{24 * 3600};

// Runs that may wait for a language model at once, each on a thread of its own beside the workers
// of a daemon; one tenant never has all of them.
inline constexpr int kWaitingRuns = 4;

// What a thread takes: its lanes, and how many items of one tenant there may be in them.
struct Duty {
  std::vector<store::work::Lane> lanes;
  std::chrono::seconds deadline = kItemDeadline;
  int tenant_cap = 0;  // 0: no limit
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
  // Until a stop is requested and the item in progress is settled. A database that is away is
  // waited for. Throws nothing but what is a bug.
  void run(const std::stop_token& stop);

 private:
  [[nodiscard]] std::optional<store::work::Claim> claim();
  void work_on(const store::work::Claim& claim, const std::stop_token& stop);
  void settle(const store::work::Claim& claim, const std::exception_ptr& error,
              const std::stop_token& stop);
  void settle_once(const store::work::Claim& claim, const std::exception_ptr& error,
                   const std::stop_token& stop);
  // Puts the item back as it was, and pauses, since the next one would meet the same.
  void give_back(const store::work::Claim& claim, const char* why, const std::stop_token& stop);
  void release(const store::work::Claim& claim);
  void give_way(const store::work::Claim& claim);
  void internal_error(const store::work::Claim& claim, const char* what);
  // Later again, unless that was the last of so many tries: then it fails for good. what: for the
  // log and the item's record.
  void retry_or_fail(const store::work::Claim& claim, const JobFailure& failure, int tries,
                     std::string_view what);

  const WorkerShared& shared_;
  const Duty duty_;
  pg::Connection connection_;
  Jitter jitter_;
  Backoff backoff_;
};

}  // namespace assay::jobs
