// SPDX-License-Identifier: Apache-2.0
// Maintains the queue: leases of dead workers, poison items, and leftovers.
#pragma once

#include <stop_token>
#include <string>

#include "pipeline/jobs/context/services.hpp"
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
  // Queues webhooks that have something to be told by now, and e-mail to be sent. Throws
  // pg::DbError.
  void queue_due();
  // Adds the week's digest for everybody, when its time has come. Throws pg::DbError.
  void add_digests();
  // Deletes unfinished uploads, items finished long ago, old events and old e-mail, and queues what
  // the tenants' rules of retention ask for. Throws pg::DbError.
  void sweep();

 private:
  const Config& config_;
  const BlobStore& blobs_;
  IndexCache& indexes_;
  const Identity& identity_;
  WorkSignal& signal_;
  pg::Connection connection_;
  std::string digested_;  // the last week whose digest was added
};

}  // namespace assay::jobs
