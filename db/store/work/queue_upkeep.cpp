// SPDX-License-Identifier: Apache-2.0
// SQL around the queue: counting and removing items, live daemons, freeing the items of dead ones,
// the hints that wake daemons, and queueing many documents at once.
#include "db/store/work/queue.hpp"

namespace assay::store::work {
namespace {

using pg::Statement;

constexpr Statement kLive{"work_live", R"sql(
SELECT count(*) AS items FROM work_item
WHERE tenant_id = $1 AND kind = $2 AND state IN ('ready', 'running'))sql"};

constexpr Statement kDrop{"work_drop", R"sql(
DELETE FROM work_item
WHERE tenant_id = $1 AND kind = $2 AND subject_id = $3 AND state IN ('ready', 'running'))sql"};

constexpr Statement kSweep{"work_sweep", R"sql(
DELETE FROM work_item
WHERE state IN ('done', 'failed') AND finished_at < clock_timestamp() - $1 * interval '1 hour')sql"};

constexpr Statement kAnnounce{"work_announce", R"sql(
INSERT INTO worker (id, host) VALUES ($1, $2)
ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp())sql"};

constexpr Statement kWithdraw{"work_withdraw", "DELETE FROM worker WHERE id = $1"};

constexpr Statement kWorkersOfHost{"work_workers_of_host",
                                   "SELECT id FROM worker WHERE host = $1 ORDER BY id"};

constexpr Statement kReleaseOf{"work_release_of", R"sql(
UPDATE work_item SET state = 'ready', lease_until = NULL, fence = fence + 1,
  attempts = attempts - 1, crashes = crashes + 1, last_error = 'the worker stopped',
  run_at = clock_timestamp() + pause_after_death(crashes)
WHERE state = 'running' AND worker = $1 AND crashes + 1 < $2)sql"};

constexpr Statement kNewestWorker{"work_newest_worker", R"sql(
SELECT extract(epoch FROM clock_timestamp() - max(seen_at))::float8 AS age FROM worker)sql"};

constexpr Statement kListening{
    "work_listening",
    "SELECT EXISTS (SELECT FROM pg_listening_channels() AS c WHERE c = 'assay_work') AS listening"};

constexpr pg::Statement kEnqueueDocuments{"work_enqueue_documents", R"sql(
WITH added AS (
  INSERT INTO work_item (tenant_id, id, kind, subject_id, priority, lane)
  SELECT d.tenant_id, i.item, 'document', d.id, $4,
    CASE WHEN d.size_bytes > $5 THEN 'long' ELSE 'short' END
  FROM unnest($2::uuid[], $3::uuid[]) AS i (item, document)
  JOIN document d ON d.tenant_id = $1 AND d.id = i.document
  ORDER BY d.uploaded_at, d.id
  ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING
  RETURNING id)
SELECT pg_notify('assay_work', '') FROM added LIMIT 1)sql"};

}  // namespace

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
  if (connection.pooled()) return;  // notifications never come
  static_cast<void>(connection.run("LISTEN assay_work"));
}

bool listening(pg::Connection& connection) {
  return connection.run(kListening, pg::Params())[0].boolean("listening");
}

void enqueue_rereading(pg::Tx& tx, const TenantId& tenant,
                       const std::vector<DocumentId>& documents) {
  if (documents.empty()) return;
  std::vector<WorkItemId> items;
  items.reserve(documents.size());
  for (std::size_t i = 0; i < documents.size(); ++i) items.push_back(WorkItemId::fresh());
  static_cast<void>(
      tx.run(kEnqueueDocuments, tenant, items, documents, kRereadingPriority, kShortDocumentBytes));
}

std::int64_t live(pg::Tx& tx, const TenantId& tenant, Kind kind) {
  return tx.run(kLive, tenant, kind)[0].integer("items");
}

void drop(pg::Tx& tx, const TenantId& tenant, Kind kind, std::string_view subject_id) {
  static_cast<void>(tx.run(kDrop, tenant, kind, subject_id));
}

std::int64_t sweep(pg::Tx& tx, std::chrono::hours older_than) {
  return tx.run(kSweep, older_than.count()).affected();
}

}  // namespace assay::store::work
