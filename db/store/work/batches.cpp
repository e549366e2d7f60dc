// SPDX-License-Identifier: Apache-2.0
// SQL of batches.
#include "db/store/work/batches.hpp"

#include "db/store/work/queue.hpp"

namespace assay::store::batches {
namespace {

using pg::Statement;

constexpr Statement kEnqueue{"batch_enqueue", R"sql(
WITH added AS (
  INSERT INTO work_item (tenant_id, id, kind, subject_id, part_of, priority, payload, lane)
  VALUES ($1, $2, 'batch', $2, $3, $4, $5, $6)
  RETURNING id)
SELECT pg_notify('assay_work', '') FROM added)sql"};

// In the order in which others take them.
constexpr Statement kTakeBack{"batch_take_back", R"sql(
WITH taken AS MATERIALIZED (
  SELECT tenant_id, id FROM work_item
  WHERE tenant_id = $1 AND part_of = $2 AND state = 'ready'
  ORDER BY priority, run_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
DELETE FROM work_item w USING taken t WHERE w.tenant_id = t.tenant_id AND w.id = t.id
RETURNING w.payload)sql"};

constexpr Statement kRunning{"batch_running", R"sql(
SELECT payload FROM work_item
WHERE tenant_id = $1 AND part_of = $2 AND state = 'running' ORDER BY id)sql"};

constexpr Statement kCount{"batch_count", R"sql(
SELECT count(*) FILTER (WHERE state = 'ready') AS ready,
  count(*) FILTER (WHERE state = 'running') AS running,
  count(*) FILTER (WHERE state = 'failed') AS failed
FROM work_item WHERE tenant_id = $1 AND part_of = $2)sql"};

constexpr Statement kDrop{"batch_drop", R"sql(
DELETE FROM work_item
WHERE tenant_id = $1 AND part_of = $2 AND state IN ('ready', 'running'))sql"};

constexpr Statement kOtherDaemons{"batch_other_daemons", R"sql(
SELECT count(*) AS total FROM worker d
WHERE d.seen_at > clock_timestamp() - $3 * interval '1 second' AND d.id NOT IN (
  SELECT w.worker FROM work_item w
  WHERE w.tenant_id = $1 AND w.subject_id = $2 AND w.kind = 'run' AND w.state = 'running'))sql"};

std::vector<Json> payloads(const pg::Rows& rows) {
  return pg::all_of(rows, [](const pg::Row& row) { return row.json("payload"); });
}

}  // namespace

void enqueue(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Json& payload,
             bool waits) {
  static_cast<void>(tx.run(kEnqueue, tenant, WorkItemId::fresh(), run, kPriority, payload,
                           waits ? work::Lane::Waiting : lane_of(WorkKind::Batch)));
}

std::vector<Json> take_back(pg::Tx& tx, const TenantId& tenant, const RunId& run, int most) {
  return payloads(tx.run(kTakeBack, tenant, run, most));
}

std::vector<Json> running(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return payloads(tx.run(kRunning, tenant, run));
}

Counts count(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  const pg::Rows rows = tx.run(kCount, tenant, run);
  return {rows[0].integer("ready"), rows[0].integer("running"), rows[0].integer("failed")};
}

void drop(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  static_cast<void>(tx.run(kDrop, tenant, run));
}

std::int64_t other_daemons(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                           std::int64_t seconds) {
  return pg::total_of(tx.run(kOtherDaemons, tenant, run, seconds));
}

}  // namespace assay::store::batches
