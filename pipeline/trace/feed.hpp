// SPDX-License-Identifier: Apache-2.0
// Takes spans that ended, of this process or another, from the database to the exporter, and the
// daemon's counters to the database.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "core/counters.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/trace/exporter.hpp"

namespace assay::trace {

class Feed {
 public:
  // counters: those the daemon's other threads add to; outlives this.
  Feed(const std::string& database_url, ExporterSettings settings, Counters& counters);
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  void start();
  // Hands over what the exporter has room for, unless its collector fails, sends it for at most so
  // long, and keeps the last counts. What is left stays in the database for the next start.
  void stop(std::chrono::milliseconds flush);

  // One look: as many of the spans that wait as the exporter has room for, and the counters. All of
  // them once the exporter has given up on its collector, so that they do not pile up. Throws
  // pg::DbError, with nothing lost.
  void turn() { turn(true); }
  [[nodiscard]] Exporter::Counts counts() const { return exporter_.counts(); }

 private:
  void run(const std::stop_token& stop);
  void try_turn(bool take);
  void turn(bool take);
  [[nodiscard]] int wanted() const;
  // One transaction; how many spans it took.
  [[nodiscard]] int pass_on(int most);
  void count_exports();

  Counters& counters_;
  pg::Connection connection_;
  Exporter exporter_;
  Exporter::Counts counted_;  // what counters_ has been told already
  std::mutex mutex_;
  std::condition_variable_any woken_;
  std::jthread thread_;
};

// What a span that ended adds to the figures: durations of runs, steps and requirements, failures
// by reason, attributes dropped.
void count_span(Figures& figures, const Span& span);

}  // namespace assay::trace
