// SPDX-License-Identifier: Apache-2.0
// SQL of the work queue.
#include "db/store/work/queue.hpp"

#include "db/store/work/batches.hpp"

namespace assay::store::work {
namespace {

using pg::Statement;

std::vector<std::string> lane_texts(std::span<const Lane> lanes) {
  std::vector<std::string> texts;
  for (const Lane lane : lanes) texts.emplace_back(to_text(lane));
  return texts;
}

// NOTIFY with equal payloads is sent once per transaction, and only on commit. The payload is the
// item's lane, so that only threads that may take it look for it.
constexpr Statement kEnqueue{"work_enqueue", R"sql(
WITH added AS (
  INSERT INTO work_item (tenant_id, id, kind, subject_id, priority, payload, lane)
  SELECT $1::uuid, $2::uuid, $3::text, $4::uuid, $5::integer, $6::jsonb,
    CASE WHEN EXISTS (SELECT FROM document d WHERE $3 = 'document' AND d.tenant_id = $1
                        AND d.id = $4 AND d.size_bytes > $8)
      THEN 'long' ELSE $7 END
  ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING
  RETURNING lane)
SELECT pg_notify('assay_work', lane) FROM added)sql"};

// Tenants that have ready items: one index step for each, however many items it has.
constexpr std::string_view kWithWaitingTenants = R"sql(
WITH RECURSIVE waiting_tenant AS (
  (SELECT tenant_id FROM work_item WHERE state = 'ready' ORDER BY tenant_id LIMIT 1)
  UNION ALL
  SELECT (SELECT w.tenant_id FROM work_item w
          WHERE w.state = 'ready' AND w.tenant_id > t.tenant_id
          ORDER BY w.tenant_id LIMIT 1)
  FROM waiting_tenant t WHERE t.tenant_id IS NOT NULL))sql";

// A batch is for another daemon than the one that works on its run, and for one that has room.
constexpr std::string_view kMayTake = R"sql(
        AND (w.part_of IS NULL OR (
          $8 > (SELECT count(*) FROM own o WHERE o.lane = w.lane)
          AND NOT EXISTS (SELECT FROM own o
                          WHERE o.tenant_id = w.tenant_id AND o.subject_id = w.part_of))))sql";

// The candidate is chosen and locked in a MATERIALIZED CTE: a plan may run a sub-select of the
// UPDATE again for every row and claim far more than one. The LATERAL parts are evaluated tenant by
// tenant and lane by lane until one has an item that nobody else is claiming. Counts are read
// without a lock, so that several claims at the same moment may choose the same tenant or exceed a
// cap: these are for fairness, not for safety.
constexpr Statement kClaim{"work_claim",
                           {kWithWaitingTenants, R"sql(,
held AS MATERIALIZED (
  SELECT tenant_id, count(*) AS items FROM work_item
  WHERE state = 'running' AND lane = ANY ($6::text[]) GROUP BY tenant_id),
own AS MATERIALIZED (
  SELECT tenant_id, lane, subject_id FROM work_item WHERE state = 'running' AND worker = $1),
turn AS MATERIALIZED (
  SELECT t.tenant_id FROM waiting_tenant t
  LEFT JOIN held h ON h.tenant_id = t.tenant_id
  LEFT JOIN work_turn s ON s.tenant_id = t.tenant_id
  WHERE t.tenant_id IS NOT NULL AND ($4 = 0 OR coalesce(h.items, 0) < $4)
    AND ($7 = 0 OR $7 > (SELECT count(*) FROM own o
                         WHERE o.tenant_id = t.tenant_id AND o.lane = ANY ($6::text[])))
  ORDER BY coalesce(h.items, 0), s.served_at NULLS FIRST, t.tenant_id),
candidate AS MATERIALIZED (
  SELECT i.tenant_id, i.id FROM turn t
  CROSS JOIN LATERAL (
    SELECT l.lane FROM unnest($6::text[]) AS l (lane)
    CROSS JOIN LATERAL (
      SELECT w.priority, w.run_at, w.id FROM work_item w
      WHERE w.tenant_id = t.tenant_id AND w.lane = l.lane AND w.state = 'ready'
        AND w.run_at <= statement_timestamp())sql",
                            kMayTake, R"sql(
      ORDER BY w.priority, w.run_at, w.id LIMIT 1) head
    WHERE l.lane <> 'fetch' OR (SELECT count(*) FROM own WHERE lane = 'fetch') < $5
    ORDER BY head.priority, head.run_at, head.id) o
  CROSS JOIN LATERAL (
    SELECT w.tenant_id, w.id FROM work_item w
    WHERE w.tenant_id = t.tenant_id AND w.lane = o.lane AND w.state = 'ready'
      AND w.run_at <= statement_timestamp())sql",
                            kMayTake, R"sql(
    ORDER BY w.priority, w.run_at, w.id LIMIT 1 FOR UPDATE SKIP LOCKED) i
  LIMIT 1),
served AS MATERIALIZED (
  SELECT tenant_id FROM work_turn WHERE tenant_id = (SELECT tenant_id FROM candidate)
  FOR UPDATE SKIP LOCKED),
stamped AS (
  UPDATE work_turn t SET served_at = clock_timestamp() FROM served s
  WHERE t.tenant_id = s.tenant_id),
added AS (
  INSERT INTO work_turn (tenant_id, served_at)
  SELECT c.tenant_id, clock_timestamp() FROM candidate c
  WHERE NOT EXISTS (SELECT FROM work_turn t WHERE t.tenant_id = c.tenant_id)
  ON CONFLICT (tenant_id) DO NOTHING)
UPDATE work_item w
SET state = 'running', fence = w.fence + 1, attempts = w.attempts + 1, worker = $1,
    lease_until = clock_timestamp() + $2 * interval '1 second',
    deadline_at = clock_timestamp() + $3 * interval '1 second'
FROM candidate c WHERE w.tenant_id = c.tenant_id AND w.id = c.id
RETURNING w.tenant_id, w.id, w.kind, w.lane, w.subject_id, w.fence, w.attempts, w.crashes,
  w.payload)sql"}};

// One second: an item that the next free thread takes anyway is no reason to give way.
constexpr Statement kOthersWait{"work_others_wait", {kWithWaitingTenants, R"sql(,
held AS MATERIALIZED (
  SELECT tenant_id, count(*) AS items FROM work_item
  WHERE state = 'running' AND lane NOT IN ('waiting', 'event', 'scan', 'mail') GROUP BY tenant_id),
corpora AS MATERIALIZED (
  SELECT count(*) AS held FROM work_item
  WHERE state = 'running' AND lane = 'fetch'
    AND worker = (SELECT worker FROM work_item WHERE tenant_id = $1 AND id = $2)),
mine AS MATERIALIZED (
  SELECT w.priority, coalesce(h.items, 0) AS items FROM work_item w
  LEFT JOIN held h ON h.tenant_id = w.tenant_id
  WHERE w.tenant_id = $1 AND w.id = $2)
SELECT EXISTS (
  SELECT FROM waiting_tenant t
  CROSS JOIN mine m
  CROSS JOIN unnest('{short,run,long,fetch}'::text[]) AS l (lane)
  CROSS JOIN LATERAL (
    SELECT w.priority FROM work_item w
    WHERE w.tenant_id = t.tenant_id AND w.lane = l.lane AND w.state = 'ready'
      AND w.part_of IS NULL AND w.run_at <= statement_timestamp() - interval '1 second'
    ORDER BY w.priority, w.run_at, w.id LIMIT 1) head
  LEFT JOIN held h ON h.tenant_id = t.tenant_id
  WHERE t.tenant_id IS NOT NULL
    AND CASE WHEN t.tenant_id = $1 THEN l.lane IN ('short', 'run') AND head.priority <= m.priority
        ELSE l.lane IN ('short', 'run')
          OR (coalesce(h.items, 0) < m.items
              AND (l.lane <> 'fetch' OR (SELECT held FROM corpora) < $3)) END) AS wait)sql"}};

constexpr Statement kRenew{"work_renew", R"sql(
UPDATE work_item SET lease_until = clock_timestamp() + $4 * interval '1 second'
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3
  AND clock_timestamp() < deadline_at)sql"};

constexpr Statement kHold{"work_hold", R"sql(
SELECT id FROM work_item
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3 FOR UPDATE)sql"};

constexpr Statement kFinish{"work_finish", R"sql(
UPDATE work_item SET state = 'done', lease_until = NULL, finished_at = clock_timestamp()
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3)sql"};

constexpr Statement kRelease{"work_release", R"sql(
UPDATE work_item SET state = 'ready', lease_until = NULL, attempts = attempts - 1,
  run_at = clock_timestamp()
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3)sql"};

constexpr Statement kGiveWay{"work_give_way", R"sql(
UPDATE work_item SET state = 'ready', lease_until = NULL, attempts = attempts - 1,
  run_at = clock_timestamp(), lane = CASE lane WHEN 'short' THEN 'long' ELSE lane END
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3)sql"};

constexpr Statement kMove{"work_move", R"sql(
WITH moved AS (
  UPDATE work_item SET state = 'ready', lease_until = NULL, attempts = attempts - 1,
    run_at = clock_timestamp(), lane = $4
  WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3
  RETURNING lane)
SELECT pg_notify('assay_work', lane) FROM moved)sql"};

constexpr Statement kRetry{"work_retry", R"sql(
UPDATE work_item SET state = 'ready', lease_until = NULL, last_error = $5,
  run_at = clock_timestamp() + $4 * interval '1 millisecond'
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3)sql"};

constexpr Statement kFail{"work_fail", R"sql(
UPDATE work_item SET state = 'failed', lease_until = NULL, last_error = $4,
  finished_at = clock_timestamp()
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3)sql"};

constexpr Statement kReap{"work_reap", R"sql(
WITH expired AS MATERIALIZED (
  SELECT tenant_id, id FROM work_item
  WHERE state = 'running' AND lease_until < clock_timestamp() AND crashes + 1 < $1
  ORDER BY tenant_id, id LIMIT 1000 FOR UPDATE SKIP LOCKED)
UPDATE work_item w SET state = 'ready', lease_until = NULL, fence = w.fence + 1,
  attempts = w.attempts - 1, crashes = w.crashes + 1, last_error = 'the worker stopped',
  run_at = clock_timestamp() + pause_after_death(w.crashes)
FROM expired e WHERE w.tenant_id = e.tenant_id AND w.id = e.id)sql"};

constexpr Statement kTakePoison{"work_take_poison", R"sql(
WITH expired AS MATERIALIZED (
  SELECT tenant_id, id FROM work_item
  WHERE state = 'running' AND lease_until < clock_timestamp() AND crashes + 1 >= $4
  ORDER BY tenant_id, id LIMIT 100 FOR UPDATE SKIP LOCKED)
UPDATE work_item w SET fence = w.fence + 1, crashes = w.crashes + 1, worker = $1,
  lease_until = clock_timestamp() + $2 * interval '1 second',
  deadline_at = clock_timestamp() + $3 * interval '1 second'
FROM expired e WHERE w.tenant_id = e.tenant_id AND w.id = e.id
RETURNING w.tenant_id, w.id, w.kind, w.lane, w.subject_id, w.fence, w.attempts, w.crashes,
  w.payload)sql"};

Claim read_claim(const pg::Row& row) {
  Claim claim;
  claim.tenant = row.id<TenantId>("tenant_id");
  claim.id = row.id<WorkItemId>("id");
  claim.kind = row.state<Kind>("kind");
  claim.lane = row.state<Lane>("lane");
  claim.subject_id = row.text("subject_id");
  claim.fence = row.integer("fence");
  claim.attempts = static_cast<int>(row.integer("attempts"));
  claim.crashes = static_cast<int>(row.integer("crashes"));
  claim.payload = row.json("payload");
  return claim;
}

constexpr Statement kProgressed{"work_progressed", R"sql(
UPDATE work_item SET attempts = 1, crashes = 0
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3
  AND (attempts > 1 OR crashes > 0))sql"};

constexpr Statement kAttempts{"work_attempts", R"sql(
SELECT attempts FROM work_item
WHERE tenant_id = $1 AND id = $2 AND state = 'running' AND fence = $3 FOR UPDATE)sql"};

}  // namespace

void enqueue(pg::Tx& tx, const TenantId& tenant, Kind kind, std::string_view subject_id,
             int priority, const Json& payload, bool waits) {
  static_cast<void>(tx.run(kEnqueue, tenant, WorkItemId::fresh(), kind, subject_id, priority,
                           payload, waits ? Lane::Waiting : lane_of(kind), kShortDocumentBytes));
}

std::optional<Claim> claim(pg::Tx& tx, const std::string& worker, const Limits& limits) {
  return pg::first_of(tx.run(kClaim, worker, limits.lease.count(), limits.deadline.count(),
                             limits.tenant_cap, limits.corpora_at_once, lane_texts(limits.lanes),
                             limits.daemon_cap, batches::kMaxAtOnce),
                      read_claim);
}

bool others_wait(pg::Tx& tx, const Claim& claim, int corpora_at_once) {
  return tx.run(kOthersWait, claim.tenant, claim.id, corpora_at_once)[0].boolean("wait");
}

bool renew(pg::Tx& tx, const Claim& claim, std::chrono::seconds lease) {
  return tx.run(kRenew, claim.tenant, claim.id, claim.fence, lease.count()).affected() == 1;
}

bool hold(pg::Tx& tx, const Claim& claim) {
  return !tx.run(kHold, claim.tenant, claim.id, claim.fence).empty();
}

bool finish(pg::Tx& tx, const Claim& claim) {
  return tx.run(kFinish, claim.tenant, claim.id, claim.fence).affected() == 1;
}

bool release(pg::Tx& tx, const Claim& claim) {
  return tx.run(kRelease, claim.tenant, claim.id, claim.fence).affected() == 1;
}

bool give_way(pg::Tx& tx, const Claim& claim) {
  return tx.run(kGiveWay, claim.tenant, claim.id, claim.fence).affected() == 1;
}

bool move(pg::Tx& tx, const Claim& claim, Lane lane) {
  return !tx.run(kMove, claim.tenant, claim.id, claim.fence, lane).empty();
}

bool retry(pg::Tx& tx, const Claim& claim, std::chrono::milliseconds delay,
           std::string_view error) {
  return tx.run(kRetry, claim.tenant, claim.id, claim.fence, delay.count(), error).affected() == 1;
}

bool fail(pg::Tx& tx, const Claim& claim, std::string_view error) {
  return tx.run(kFail, claim.tenant, claim.id, claim.fence, error).affected() == 1;
}

std::vector<Claim> reap(pg::Tx& tx, const std::string& worker, const Limits& limits,
                        int max_crashes) {
  static_cast<void>(tx.run(kReap, max_crashes));
  return pg::all_of(
      tx.run(kTakePoison, worker, limits.lease.count(), limits.deadline.count(), max_crashes),
      read_claim);
}

void progressed(pg::Tx& tx, const Claim& claim) {
  tx.run_with_next(kProgressed, claim.tenant, claim.id, claim.fence);
}

std::optional<int> attempts(pg::Tx& tx, const Claim& claim) {
  const pg::Rows rows = tx.run(kAttempts, claim.tenant, claim.id, claim.fence);
  if (rows.empty()) return std::nullopt;
  return static_cast<int>(rows[0].integer("attempts"));
}

}  // namespace assay::store::work
