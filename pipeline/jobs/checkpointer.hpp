// SPDX-License-Identifier: Apache-2.0
// Checkpoints of the audit trail, made as long as a daemon runs and when it ends.
#pragma once

#include <stop_token>

#include "core/config.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/jobs/work_signal.hpp"

namespace assay::jobs {

// Every daemon has one; between them they make one checkpoint in each interval. One that cannot be
// made is logged as an error and tried again: documents and runs do not wait for it.
class Checkpointer {
 public:
  Checkpointer(const Config& config, WorkSignal& signal);
  void run(const std::stop_token& stop);
  // One more, however young the newest is; after run() has ended.
  void write_last();

 private:
  void attempt(std::chrono::seconds unless_younger);

  const Config& config_;
  WorkSignal& signal_;
  pg::Connection connection_;
};

}  // namespace assay::jobs
