// SPDX-License-Identifier: Apache-2.0
// Listening for hints that there is work. Only a shortcut: without it polling finds everything.
#pragma once

#include <string>

#include "db/pg/connection.hpp"
#include "pipeline/jobs/wake_fd.hpp"
#include "pipeline/jobs/work_signal.hpp"

namespace assay::jobs {

// A thread and a direct connection of its own (a pooler in transaction mode passes no
// notifications on).
class Listener {
 public:
  Listener(std::string conninfo, WorkSignal& signal);
  // Until stop() is called.
  void run();
  void stop() { stop_.set(); }

 private:
  // Until stopped; throws DbError when the connection is gone.
  void listen();
  // Whether a stop was asked for within this time.
  [[nodiscard]] bool stopped_within(int milliseconds) const;

  pg::Connection connection_;
  WorkSignal& signal_;
  WakeFd stop_;
};

}  // namespace assay::jobs
