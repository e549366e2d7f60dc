// SPDX-License-Identifier: Apache-2.0
// Writes checkpoints of the audit trail while a daemon runs and when it stops.
#pragma once

#include <chrono>
#include <stop_token>
#include <string_view>

#include "core/settings/config.hpp"
#include "core/trace/counters.hpp"
#include "db/pg/connection.hpp"
#include "db/store/audit/checkpoints.hpp"
#include "pipeline/jobs/context/waiting.hpp"

namespace assay::jobs {

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
