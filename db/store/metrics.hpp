// SPDX-License-Identifier: Apache-2.0
// Figures of the whole installation: the pipeline's counters, the queue, the daemons. They contain
// no tenant's data.
#pragma once

#include <string>
#include <vector>

#include "core/trace/counters.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::metrics {

// Adds to the counters, in a fixed order that prevents deadlocks between daemons; so call it once
// per transaction.
void add(pg::Tx& tx, const Figures& figures);
[[nodiscard]] Figures read(pg::Tx& tx);

struct QueueFigure {
  std::string kind;
  std::string state;  // ready, running
  std::int64_t items = 0;
  double oldest_s = 0;  // since the oldest of them was queued
  Timestamp oldest_at = {};
};
// Covers all tenants; own_queue() covers only the transaction's tenant.
[[nodiscard]] std::vector<QueueFigure> queue(pg::Tx& tx);
[[nodiscard]] std::vector<QueueFigure> own_queue(pg::Tx& tx);
// The number of daemons seen within this many seconds.
[[nodiscard]] std::int64_t live_workers(pg::Tx& tx, std::int64_t seconds);

}  // namespace assay::store::metrics
