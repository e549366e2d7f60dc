// SPDX-License-Identifier: Apache-2.0
// Batches of a run: work items that hold some of its requirements, so that other daemons than the
// run's own judge them. A batch never outlives its run.
#pragma once

#include <cstdint>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::batches {

// Behind everything else that its tenant has waiting, except documents that are read again.
inline constexpr int kPriority = 10;

// A daemon takes a batch only while it works on fewer items of the batch's lane: one to judge, and
// one to prepare meanwhile.
inline constexpr int kMaxAtOnce = 2;

// Adds a batch to the queue. payload: what pipeline/jobs/runs/run_batch.cpp needs. waits: whether
// it waits for a language model.
void enqueue(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Json& payload, bool waits);

// Removes at most this many batches of the run that nobody works on, due or not, and returns their
// payloads. For a transaction that holds the run's claim.
[[nodiscard]] std::vector<Json> take_back(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                          int most);
// The payloads of batches that somebody works on.
[[nodiscard]] std::vector<Json> running(pg::Tx& tx, const TenantId& tenant, const RunId& run);
struct Counts {
  std::int64_t ready = 0;
  std::int64_t running = 0;
  std::int64_t failed = 0;
};
[[nodiscard]] Counts count(pg::Tx& tx, const TenantId& tenant, const RunId& run);
// Removes all of them: the run is over. A worker in the middle of storing is waited for, so that
// nothing is added to the run after this.
void drop(pg::Tx& tx, const TenantId& tenant, const RunId& run);

// How many daemons other than the one that works on this run were seen within this many seconds.
[[nodiscard]] std::int64_t other_daemons(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                         std::int64_t seconds);

}  // namespace assay::store::batches
