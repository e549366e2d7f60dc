// SPDX-License-Identifier: Apache-2.0
// Listens for hints that there is work. Only a shortcut: polling finds everything without it.
#pragma once

#include <chrono>
#include <string>

#include "db/pg/connection.hpp"
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

}  // namespace assay::jobs
