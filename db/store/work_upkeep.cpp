// SPDX-License-Identifier: Apache-2.0
// SQL of the queue's upkeep: items of dead daemons, attempt counts, old items.
#include "db/store/work.hpp"

namespace assay::store::work {
namespace {

using pg::Statement;

constexpr Statement kProgressed{"work_progressed", R"sql(
UPDATE work_item SET attempts = 1, crashes = 0
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3
  AND (attempts > 1 OR crashes > 0))sql"};

constexpr Statement kAttempts{"work_attempts", R"sql(
SELECT attempts FROM work_item
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3 FOR UPDATE)sql"};

constexpr Statement kReleaseOf{"work_release_of", R"sql(
UPDATE work_item SET state = 'ready', lease_until = NULL, fence = fence + 1,
  attempts = attempts - 1, crashes = crashes + 1, last_error = 'the worker stopped',
  run_at = clock_timestamp() + pause_after_death(crashes)
WHERE state = 'running' AND worker = $1 AND crashes + 1 < $2)sql"};

constexpr Statement kSweep{"work_sweep", R"sql(
DELETE FROM work_item
WHERE state IN ('done', 'failed') AND finished_at < clock_timestamp() - $1 * interval '1 hour')sql"};

}  // namespace

void progressed(pg::Tx& tx, const Claim& claim) {
  static_cast<void>(tx.run(kProgressed, claim.tenant, claim.id, claim.fence));
}

std::optional<int> attempts(pg::Tx& tx, const Claim& claim) {
  const pg::Rows rows = tx.run(kAttempts, claim.tenant, claim.id, claim.fence);
  if (rows.empty()) return std::nullopt;
  return static_cast<int>(rows[0].integer("attempts"));
}

std::int64_t release_of(pg::Tx& tx, const std::string& worker, int max_crashes) {
  return tx.run(kReleaseOf, worker, max_crashes).affected();
}

std::int64_t sweep(pg::Tx& tx, std::chrono::hours older_than) {
  return tx.run(kSweep, older_than.count()).affected();
}

}  // namespace assay::store::work
