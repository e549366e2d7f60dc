// SPDX-License-Identifier: Apache-2.0
// Checkpoints of the audit trail, made as long as a daemon runs and when it ends.
#pragma once

#include <chrono>
#include <stop_token>

#include "core/config.hpp"
#include "db/pg/connection.hpp"
#include "db/store/checkpoint_writer.hpp"
#include "pipeline/jobs/wake_fd.hpp"

namespace assay::jobs {

// Every daemon has one. Between them they make a checkpoint at most ASSAY_CHECKPOINT_S after a new
// entry and at the end of every run; where nothing new was written they make none. One that cannot
// be made is logged as an error and tried again: documents and runs do not wait for it.
class Checkpointer {
 public:
  explicit Checkpointer(const Config& config);
  // Until a stop is requested.
  void run(const std::stop_token& stop);
  // The last one, after run() has ended.
  void write_last();

 private:
  void attempt(const store::audit::Due& due);
  // Until a run has ended (true), the time is over, or stop_ is set. Without the database: not
  // before the time is over.
  bool run_ended_within(std::chrono::milliseconds time);

  const Config& config_;
  pg::Connection connection_;
  WakeFd stop_;
};

}  // namespace assay::jobs
