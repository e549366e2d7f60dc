// SPDX-License-Identifier: Apache-2.0
// SQL of counters, of the installation's state, of the database server's own state, and of counts.
#include "db/store/work/figures.hpp"

namespace assay::store::metrics {
namespace {

using pg::Statement;

constexpr Statement kAdd{"metrics_add", R"sql(
INSERT INTO pipeline_counter AS c (metric, labels, value)
SELECT n.metric, n.labels, n.value::double precision
FROM unnest($1::text[], $2::text[], $3::text[]) AS n (metric, labels, value)
ORDER BY n.metric COLLATE "C", n.labels COLLATE "C"
ON CONFLICT (metric, labels) DO UPDATE SET value = c.value + excluded.value)sql"};

constexpr Statement kRead{"metrics_read", "SELECT metric, labels, value FROM pipeline_counter"};

constexpr Statement kQueue{"metrics_queue",
                           "SELECT kind, state, items, oldest_s,"
                           " micros(oldest_at) AS oldest_at FROM queue_figures() "
                           "ORDER BY kind, state"};

// Like queue_figures(), for the rows visible to the transaction's tenant.
constexpr Statement kOwnQueue{"metrics_own_queue", R"sql(
SELECT kind, state, count(*) AS items, micros(min(created_at)) AS oldest_at,
  greatest(0, extract(epoch FROM clock_timestamp() - min(created_at)))::double precision AS oldest_s
FROM work_item WHERE state IN ('ready', 'running') GROUP BY kind, state
ORDER BY kind, state)sql"};

constexpr Statement kWorkers{"metrics_workers", R"sql(
SELECT count(*) AS alive FROM worker
WHERE seen_at > clock_timestamp() - $1 * interval '1 second')sql"};

std::vector<QueueFigure> figures_of(const pg::Rows& rows) {
  std::vector<QueueFigure> figures;
  for (const pg::Row row : rows) {
    figures.push_back({row.text("kind"), row.text("state"), row.integer("items"),
                       row.real("oldest_s"), row.timestamp("oldest_at")});
  }
  return figures;
}

}  // namespace

void add(pg::Tx& tx, const Figures& figures) {
  if (figures.empty()) return;
  std::vector<std::string> metrics;
  std::vector<std::string> labels;
  std::vector<std::string> values;
  for (const auto& [key, value] : figures) {
    metrics.push_back(key.first);
    labels.push_back(key.second);
    values.push_back(pg::Params(value).values().front().text);
  }
  static_cast<void>(tx.run(kAdd, metrics, labels, values));
}

Figures read(pg::Tx& tx) {
  Figures figures;
  for (const pg::Row row : tx.run(kRead)) {
    figures[{row.text("metric"), row.text("labels")}] = row.real("value");
  }
  return figures;
}

std::vector<QueueFigure> queue(pg::Tx& tx) {
  return figures_of(tx.run(kQueue));
}

std::vector<QueueFigure> own_queue(pg::Tx& tx) {
  return figures_of(tx.run(kOwnQueue));
}

std::int64_t live_workers(pg::Tx& tx, std::int64_t seconds) {
  return tx.run(kWorkers, seconds)[0].integer("alive");
}

}  // namespace assay::store::metrics

namespace assay::store::operations {
namespace {

using pg::Statement;

constexpr Statement kDaemons{"operations_daemons", R"sql(
SELECT host, micros(started_at) AS started_at, micros(seen_at) AS seen_at, running,
  seen_at > clock_timestamp() - $1 * interval '1 second' AS alive
FROM worker_figures() ORDER BY worker_figures.seen_at DESC, host)sql"};

constexpr Statement kOwnDaemons{"operations_own_daemons", R"sql(
SELECT w.host, micros(w.started_at) AS started_at, micros(w.seen_at) AS seen_at,
  (SELECT count(*) FROM work_item i WHERE i.state = 'running' AND i.worker = w.id) AS running,
  w.seen_at > clock_timestamp() - $1 * interval '1 second' AS alive
FROM worker w ORDER BY w.seen_at DESC, w.host)sql"};

constexpr Statement kFailures{"operations_failures", R"sql(
SELECT of, code, failures, micros(last_at) AS last_at
FROM failure_figures(clock_timestamp() - $1 * interval '1 hour')
ORDER BY failures DESC, of, code)sql"};

constexpr Statement kOwnFailures{"operations_own_failures", R"sql(
SELECT of, code, failures, micros(last_at) AS last_at
FROM own_failure_figures(clock_timestamp() - $1 * interval '1 hour')
ORDER BY failures DESC, of, code)sql"};

constexpr std::string_view kSelectStorage = R"sql(
SELECT documents, document_bytes, exports, export_bytes,
  pg_database_size(current_database()) AS database_bytes,
  split_part(current_setting('server_version'), ' ', 1) AS database_version
FROM)sql";

constexpr Statement kStorage{"operations_storage", {kSelectStorage, "storage_figures()"}};

constexpr Statement kOwnStorage{"operations_own_storage",
                                {kSelectStorage, "own_storage_figures()"}};

}  // namespace

std::vector<Daemon> daemons(pg::Tx& tx, Scope scope, std::chrono::seconds alive_within) {
  std::vector<Daemon> found;
  const Statement& statement = scope == Scope::Installation ? kDaemons : kOwnDaemons;
  for (const pg::Row row : tx.run(statement, alive_within.count())) {
    found.push_back({row.text("host"), row.timestamp("started_at"), row.timestamp("seen_at"),
                     row.boolean("alive"), row.integer("running")});
  }
  return found;
}

std::vector<Failed> failures(pg::Tx& tx, Scope scope, std::chrono::hours within) {
  std::vector<Failed> found;
  const Statement& statement = scope == Scope::Installation ? kFailures : kOwnFailures;
  for (const pg::Row row : tx.run(statement, within.count())) {
    found.push_back({row.text("of"), row.optional_text("code"), row.integer("failures"),
                     row.timestamp("last_at")});
  }
  return found;
}

Storage storage(pg::Tx& tx, Scope scope) {
  const pg::Rows rows = tx.run(scope == Scope::Installation ? kStorage : kOwnStorage);
  const pg::Row row = rows[0];
  return {row.integer("documents"),    row.integer("document_bytes"), row.integer("exports"),
          row.integer("export_bytes"), row.integer("database_bytes"), row.text("database_version")};
}

}  // namespace assay::store::operations

namespace assay::store::overview {
namespace {

using pg::Statement;

constexpr Statement kDocuments{"overview_documents", R"sql(
SELECT d.status, count(*) AS items, count(*) FILTER (WHERE d.status = 'READY' AND NOT EXISTS (
  SELECT FROM standing_citation c
  WHERE c.tenant_id = $1 AND c.document_id = d.id)) AS never_cited
FROM document d WHERE d.tenant_id = $1 GROUP BY d.status)sql"};

constexpr Statement kRuns{
    "overview_runs", "SELECT status, count(*) AS items FROM run WHERE tenant_id = $1 GROUP BY 1"};

constexpr Statement kTasks{"overview_tasks", R"sql(
SELECT status, count(*) AS items,
  count(*) FILTER (WHERE status <> 'COMPLETED'
    AND due_date < (statement_timestamp() AT TIME ZONE 'UTC')::date) AS overdue,
  count(*) FILTER (WHERE status <> 'COMPLETED' AND assignee IS NULL) AS unassigned
FROM task WHERE tenant_id = $1 GROUP BY status)sql"};

constexpr Statement kOthers{"overview_others", R"sql(
SELECT (SELECT count(*) FROM standing_assessment s
        JOIN pack_binding b ON b.tenant_id = s.tenant_id AND b.pack_id = s.pack_id
        WHERE s.tenant_id = $1 AND NOT EXISTS (
          SELECT FROM assessment_review w
          WHERE w.tenant_id = $1 AND w.assessment_id = s.assessment_id)) AS unreviewed,
  (SELECT count(*) FROM work_item i WHERE i.tenant_id = $1 AND i.kind = 'export'
     AND i.state IN ('ready', 'running')) AS exports)sql"};

constexpr Statement kAhead{"overview_ahead", R"sql(
SELECT count(*) AS documents, coalesce(sum(chunk_count), 0) AS chunks,
  (SELECT count(*) FROM work_item i WHERE i.tenant_id = $1 AND i.kind = 'run'
     AND i.state IN ('ready', 'running')) AS runs
FROM document WHERE tenant_id = $1 AND status = 'READY' AND chunk_count > 0)sql"};

constexpr Statement kPace{"overview_pace", R"sql(
SELECT count(*) AS runs, percentile_cont(0.5) WITHIN GROUP (ORDER BY r.seconds) AS median
FROM (SELECT extract(epoch FROM completed_at - started_at)::double precision
        / requirements_total AS seconds
      FROM run WHERE tenant_id = $1 AND status = 'COMPLETED' AND evaluator = $2
        AND requirements_total > 0
      ORDER BY created_at DESC, id DESC LIMIT 5) r)sql"};

template <class State>
std::map<State, std::int64_t> by_state(const pg::Rows& rows) {
  std::map<State, std::int64_t> found;
  for (const pg::Row row : rows) found[row.state<State>("status")] = row.integer("items");
  return found;
}

}  // namespace

Counts counts(pg::Tx& tx, const TenantId& tenant) {
  Counts counts;
  const pg::Rows documents = tx.run(kDocuments, tenant);
  counts.documents = by_state<DocumentStatus>(documents);
  for (const pg::Row row : documents) counts.never_cited += row.integer("never_cited");
  counts.runs = by_state<RunStatus>(tx.run(kRuns, tenant));
  const pg::Rows tasks = tx.run(kTasks, tenant);
  counts.tasks = by_state<TaskStatus>(tasks);
  for (const pg::Row row : tasks) {
    counts.overdue += row.integer("overdue");
    counts.unassigned += row.integer("unassigned");
  }
  const pg::Rows others = tx.run(kOthers, tenant);
  counts.unreviewed = others[0].integer("unreviewed");
  counts.exports_under_way = others[0].integer("exports");
  return counts;
}

Ahead ahead(pg::Tx& tx, const TenantId& tenant) {
  const pg::Rows rows = tx.run(kAhead, tenant);
  return {rows[0].integer("documents"), rows[0].integer("chunks"), rows[0].integer("runs")};
}

std::optional<Pace> pace(pg::Tx& tx, const TenantId& tenant, const std::string& evaluator) {
  const pg::Rows rows = tx.run(kPace, tenant, evaluator);
  if (rows[0].is_null("median")) return std::nullopt;
  return Pace{rows[0].real("median"), rows[0].integer("runs")};
}

}  // namespace assay::store::overview

namespace assay::store::server {
namespace {

constexpr pg::Statement kState{"server_state", R"sql(
SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::bigint AS number,
  micros(clock_timestamp()) AS now,
  current_setting('server_encoding') AS encoding,
  current_setting('fsync')::boolean AND current_setting('full_page_writes')::boolean
    AND current_setting('synchronous_commit') <> 'off' AS keeps_commits,
  current_setting('max_connections')::bigint AS connections,
  current_setting('superuser_reserved_connections')::bigint AS reserved)sql"};

constexpr pg::Statement kUsage{"server_usage", R"sql(
SELECT pg_database_size(current_database()) AS bytes,
  (SELECT numbackends FROM pg_stat_database WHERE datname = current_database()) AS connections,
  current_setting('max_connections')::bigint AS max_connections)sql"};

}  // namespace

State state(pg::Tx& tx) {
  const pg::Rows rows = tx.run(kState);
  const pg::Row row = rows[0];
  return {row.text("version"),    row.integer("number"),        row.timestamp("now"),
          row.text("encoding"),   row.boolean("keeps_commits"), row.integer("connections"),
          row.integer("reserved")};
}

Usage usage(pg::Tx& tx) {
  const pg::Rows rows = tx.run(kUsage);
  const pg::Row row = rows[0];
  return {row.integer("bytes"), row.integer("connections"), row.integer("max_connections")};
}

}  // namespace assay::store::server
