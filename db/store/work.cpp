// SPDX-License-Identifier: Apache-2.0
// SQL of the work queue.
#include "db/store/work.hpp"

#include <array>
#include <stdexcept>

namespace assay::store::work {
namespace {

using pg::Statement;

constexpr std::array<std::string_view, 6> kKinds{"document", "run",    "purge",
                                                 "corpus",   "export", "reproduction"};

std::string_view kind_text(Kind kind) {
  return kKinds.at(static_cast<std::size_t>(kind));
}

// NOTIFY of equal payloads is sent once per transaction, and only on commit.
constexpr Statement kEnqueue{"work_enqueue", R"sql(
WITH added AS (
  INSERT INTO work_item (tenant_id, id, kind, subject_id, priority, payload, waits)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING
  RETURNING id)
SELECT pg_notify('assay_work', '') FROM added)sql"};

// The candidate is chosen in a MATERIALIZED CTE: as a sub-select of the UPDATE a plan may run it
// again for every row and claim far more than one. The cap is read without a lock and so may be
// passed by a few items when many workers claim at once; it is for fairness, not for safety.
constexpr Statement kClaim{"work_claim", R"sql(
WITH busy AS MATERIALIZED (
  SELECT tenant_id FROM work_item WHERE state = 'running'
  GROUP BY tenant_id HAVING count(*) >= $4),
corpora AS MATERIALIZED (
  SELECT count(*) AS held FROM work_item
  WHERE state = 'running' AND kind = 'corpus' AND worker = $1),
candidate AS MATERIALIZED (
  SELECT tenant_id, id FROM work_item
  WHERE state = 'ready' AND run_at <= clock_timestamp()
    AND tenant_id NOT IN (SELECT tenant_id FROM busy)
    AND (kind <> 'corpus' OR (SELECT held FROM corpora) < $5)
    AND ($6::boolean IS NULL OR waits = $6)
  ORDER BY priority, run_at, id
  LIMIT 1 FOR UPDATE SKIP LOCKED)
UPDATE work_item w
SET state = 'running', fence = w.fence + 1, attempts = w.attempts + 1, worker = $1,
    lease_until = clock_timestamp() + $2 * interval '1 second',
    deadline_at = clock_timestamp() + $3 * interval '1 second'
FROM candidate c WHERE w.tenant_id = c.tenant_id AND w.id = c.id
RETURNING w.tenant_id, w.id, w.kind, w.subject_id, w.fence, w.attempts, w.crashes, w.payload)sql"};

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
  crashes = w.crashes + 1, run_at = clock_timestamp(), last_error = 'the worker stopped'
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
RETURNING w.tenant_id, w.id, w.kind, w.subject_id, w.fence, w.attempts, w.crashes, w.payload)sql"};

constexpr Statement kDrop{"work_drop", R"sql(
DELETE FROM work_item
WHERE tenant_id = $1 AND kind = $2 AND subject_id = $3 AND state IN ('ready', 'running'))sql"};

constexpr Statement kAnnounce{"work_announce", R"sql(
INSERT INTO worker (id, host) VALUES ($1, $2)
ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp())sql"};

constexpr Statement kWithdraw{"work_withdraw", "DELETE FROM worker WHERE id = $1"};

constexpr Statement kWorkersOfHost{"work_workers_of_host",
                                   "SELECT id FROM worker WHERE host = $1 ORDER BY id"};

constexpr Statement kReleaseOf{"work_release_of", R"sql(
UPDATE work_item SET state = 'ready', lease_until = NULL, fence = fence + 1, crashes = crashes + 1,
  run_at = clock_timestamp(), last_error = 'the worker stopped'
WHERE state = 'running' AND worker = $1 AND crashes + 1 < $2)sql"};

constexpr Statement kNewestWorker{"work_newest_worker", R"sql(
SELECT extract(epoch FROM clock_timestamp() - max(seen_at))::float8 AS age FROM worker)sql"};

constexpr Statement kSweep{"work_sweep", R"sql(
DELETE FROM work_item
WHERE state IN ('done', 'failed') AND finished_at < clock_timestamp() - $1 * interval '1 hour')sql"};

constexpr Statement kListening{
    "work_listening",
    "SELECT EXISTS (SELECT FROM pg_listening_channels() AS c WHERE c = 'assay_work') AS listening"};

Claim read_claim(const pg::Row& row) {
  Claim claim;
  claim.tenant = row.id<TenantId>("tenant_id");
  claim.id = row.id<WorkItemId>("id");
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i] == row.view("kind")) claim.kind = static_cast<Kind>(i);
  }
  claim.subject_id = row.text("subject_id");
  claim.fence = row.integer("fence");
  claim.attempts = static_cast<int>(row.integer("attempts"));
  claim.crashes = static_cast<int>(row.integer("crashes"));
  claim.payload = row.json("payload");
  return claim;
}

}  // namespace

void enqueue(pg::Tx& tx, const TenantId& tenant, Kind kind, std::string_view subject_id,
             int priority, const Json& payload, bool waits) {
  static_cast<void>(tx.run(kEnqueue, tenant, WorkItemId::fresh(), kind_text(kind), subject_id,
                           priority, payload, waits));
}

std::optional<Claim> claim(pg::Tx& tx, const std::string& worker, const Limits& limits) {
  const pg::Rows rows = tx.run(kClaim, worker, limits.lease.count(), limits.deadline.count(),
                               limits.tenant_running_cap, limits.corpora_at_once, limits.waiting);
  if (rows.empty()) return std::nullopt;
  return read_claim(rows[0]);
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
  std::vector<Claim> poison;
  for (const pg::Row row :
       tx.run(kTakePoison, worker, limits.lease.count(), limits.deadline.count(), max_crashes)) {
    poison.push_back(read_claim(row));
  }
  return poison;
}

void drop(pg::Tx& tx, const TenantId& tenant, Kind kind, std::string_view subject_id) {
  static_cast<void>(tx.run(kDrop, tenant, kind_text(kind), subject_id));
}

void announce(pg::Tx& tx, const std::string& worker, const std::string& host) {
  static_cast<void>(tx.run(kAnnounce, worker, host));
}

void withdraw(pg::Tx& tx, const std::string& worker) {
  static_cast<void>(tx.run(kWithdraw, worker));
}

std::vector<std::string> workers_of_host(pg::Tx& tx, const std::string& host) {
  std::vector<std::string> ids;
  for (const pg::Row row : tx.run(kWorkersOfHost, host)) ids.push_back(row.text("id"));
  return ids;
}

std::int64_t release_of(pg::Tx& tx, const std::string& worker, int max_crashes) {
  return tx.run(kReleaseOf, worker, max_crashes).affected();
}

std::optional<double> newest_worker_age(pg::Tx& tx) {
  return tx.run(kNewestWorker)[0].optional_real("age");
}

void listen(pg::Connection& connection) {
  connection.ensure_connected();
  static_cast<void>(connection.run("LISTEN assay_work"));
}

bool listening(pg::Connection& connection) {
  return connection.run(kListening, pg::Params())[0].boolean("listening");
}

std::int64_t sweep(pg::Tx& tx, std::chrono::hours older_than) {
  return tx.run(kSweep, older_than.count()).affected();
}

}  // namespace assay::store::work
