// SPDX-License-Identifier: Apache-2.0
// Maintains the queue: leases of dead workers, poison items, and leftovers. Writes checkpoints of
// the audit trail while a daemon runs and when it stops.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/wake_fd.hpp"
#include "core/settings/config.hpp"
#include "core/trace/counters.hpp"
#include "db/pg/connection.hpp"
#include "db/store/audit/checkpoints.hpp"
#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/context/waiting.hpp"
#include "pipeline/jobs/daemon/heartbeat.hpp"

namespace assay::jobs {

// Every daemon runs this; running it twice at once is harmless.
class Maintenance {
 public:
  Maintenance(const Services& services, const Identity& identity, WorkSignal& signal);
  void run(const std::stop_token& stop);

  // Called once at start, before claiming: releases the items of this host's dead daemons without
  // waiting for their leases. Throws pg::DbError.
  void release_dead_workers();
  // Handles expired leases; items that keep killing workers fail. Throws pg::DbError.
  void reap();
  // Returns unused memory to the system.
  void free_memory();
  // Queues webhooks with deliveries due, and e-mail that is due. Throws pg::DbError.
  void queue_due();
  // Adds the week's digest for everybody, when its time has come. Throws pg::DbError.
  void add_digests();
  // Deletes unfinished uploads, items finished long ago, old events and old e-mail, forgets uploads
  // in pieces that have expired, and queues what the tenants' rules of retention ask for. Throws
  // pg::DbError.
  void sweep();

 private:
  const Config& config_;
  const BlobStore& blobs_;
  IndexCache& indexes_;
  const Identity& identity_;
  WorkSignal& signal_;
  pg::DatabaseClock& clock_;
  pg::Connection connection_;
  std::string digested_;  // the last week whose digest was added
};

// Every daemon has one. Together they write a checkpoint at most ASSAY_CHECKPOINT_S after a new
// entry and at the end of every run, and none if there is no new entry. A failed checkpoint is
// logged as an error and retried; documents and runs do not wait for it. Each attempt is counted.
class Checkpointer {
 public:
  Checkpointer(const Config& config, Counters& counters);
  // Runs until a stop is requested.
  void run(const std::stop_token& stop);
  // Writes the last checkpoint, after run() has ended.
  void write_last();

 private:
  void attempt(const store::audit::Due& due);
  // Returns the label of the result. Throws nothing.
  std::string_view try_to_write(const store::audit::Due& due);
  // Waits until a run has ended (true), the time is over, or stop_ is set. Without the database it
  // cannot see a run end.
  bool run_ended_within(std::chrono::milliseconds time);

  const Config& config_;
  Counters& counters_;
  pg::Connection connection_;
  WakeFd stop_;
};

}  // namespace assay::jobs
