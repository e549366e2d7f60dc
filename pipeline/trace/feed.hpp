// SPDX-License-Identifier: Apache-2.0
// Moves ended spans, of this process or another, from the database to the exporter, and the
// daemon's counters to the database. Takes spans of requests from the API of the same host.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "core/trace/counters.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/trace/exporter.hpp"
#include "pipeline/trace/inbox.hpp"

namespace assay::trace {

class Feed {
 public:
  // counters: updated by the daemon's other threads; must outlive this. inbox: path of the socket
  // at which spans of requests arrive; "": none do.
  Feed(const DatabaseAddress& database, ExporterSettings settings, Counters& counters,
       std::string inbox = {});
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  void start();
  // Hands over the spans that the exporter has room for, unless its collector fails, sends them for
  // at most `flush`, and keeps the last counts. The rest stays in the database for the next start.
  void stop(std::chrono::milliseconds flush);

  // One turn: takes as many waiting spans as the exporter has room for, and the counters. Takes all
  // of them once the exporter has given up on its collector, so that they do not pile up. Throws
  // pg::DbError, with nothing lost.
  void turn() { turn(true); }
  [[nodiscard]] Exporter::Counts counts() const { return exporter_.counts(); }

 private:
  void run(const std::stop_token& stop);
  void try_turn(bool take);
  void turn(bool take);
  [[nodiscard]] int wanted() const;
  // Runs one transaction; returns how many spans it took.
  [[nodiscard]] int pass_on(int most);
  void count_exports();

  Counters& counters_;
  pg::Connection connection_;
  Exporter exporter_;
  Exporter::Counts counted_;  // what counters_ already includes
  Inbox inbox_;
  std::mutex mutex_;
  std::condition_variable_any woken_;
  std::jthread thread_;
};

// Adds an ended span to the figures: durations of runs, steps and requirements, failures by reason,
// attributes dropped.
void count_span(Figures& figures, const Span& span);

}  // namespace assay::trace
