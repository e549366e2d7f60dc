// SPDX-License-Identifier: Apache-2.0
// Figures of the whole installation: the pipeline's counters, the queue, the daemons. Nothing of a
// tenant is in them.
#pragma once

#include <string>
#include <vector>

#include "core/counters.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::metrics {

// Adds to the counters, in an order that keeps daemons from waiting for one another in a circle: so
// once per transaction.
void add(pg::Tx& tx, const Figures& figures);
[[nodiscard]] Figures read(pg::Tx& tx);

struct QueueFigure {
  std::string kind;
  std::string state;  // ready, running
  std::int64_t items = 0;
  double oldest_s = 0;  // since the oldest of them was queued
  Timestamp oldest_at = {};
};
// Of all tenants; own_queue() of the transaction's tenant alone.
[[nodiscard]] std::vector<QueueFigure> queue(pg::Tx& tx);
[[nodiscard]] std::vector<QueueFigure> own_queue(pg::Tx& tx);
// Daemons seen within so many seconds.
[[nodiscard]] std::int64_t live_workers(pg::Tx& tx, std::int64_t seconds);

}  // namespace assay::store::metrics
