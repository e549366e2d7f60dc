// SPDX-License-Identifier: Apache-2.0
// Looking after the queue: leases of dead workers, poison, and what is left lying about.
#pragma once

#include <chrono>
#include <stop_token>

#include "pipeline/jobs/identity.hpp"
#include "pipeline/jobs/services.hpp"
#include "pipeline/jobs/work_signal.hpp"

namespace assay::jobs {

// Every daemon does this; doing it twice at once is harmless.
class Maintenance {
 public:
  Maintenance(const Services& services, const Identity& identity, WorkSignal& signal);
  void run(const std::stop_token& stop);

  // Once at start, before claiming: items of daemons of this host that are surely dead are ready
  // again without waiting for their leases. Throws pg::DbError.
  void release_dead_workers();
  // Expired leases; items that keep killing workers fail. Throws pg::DbError.
  void reap();
  // Memory that nothing needs any more goes back to the system.
  void free_memory();
  // Uploads never finished and items long done. Throws pg::DbError.
  void sweep();

 private:
  const Config& config_;
  const BlobStore& blobs_;
  IndexCache& indexes_;
  const Identity& identity_;
  WorkSignal& signal_;
  pg::Connection connection_;
};

}  // namespace assay::jobs
