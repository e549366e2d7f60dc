// SPDX-License-Identifier: Apache-2.0
// SQL of counts.
#include "db/store/overview.hpp"

namespace assay::store::overview {
namespace {

using pg::Statement;

constexpr Statement kDocuments{"overview_documents", R"sql(
SELECT d.status, count(*) AS items, count(*) FILTER (WHERE d.status = 'READY' AND NOT EXISTS (
  SELECT FROM standing_citation c
  WHERE c.tenant_id = d.tenant_id AND c.document_id = d.id)) AS never_cited
FROM document d WHERE d.tenant_id = $1 GROUP BY d.status)sql"};

constexpr Statement kRuns{
    "overview_runs", "SELECT status, count(*) AS items FROM run WHERE tenant_id = $1 GROUP BY 1"};

constexpr Statement kTasks{"overview_tasks", R"sql(
SELECT status, count(*) AS items,
  count(*) FILTER (WHERE status <> 'COMPLETED'
    AND due_date < (clock_timestamp() AT TIME ZONE 'UTC')::date) AS overdue,
  count(*) FILTER (WHERE status <> 'COMPLETED' AND assignee IS NULL) AS unassigned
FROM task WHERE tenant_id = $1 GROUP BY status)sql"};

constexpr Statement kOthers{"overview_others", R"sql(
SELECT (SELECT count(*) FROM standing_assessment s
        JOIN pack_binding b ON b.tenant_id = s.tenant_id AND b.pack_id = s.pack_id
        WHERE s.tenant_id = $1 AND NOT EXISTS (
          SELECT FROM assessment_review w
          WHERE w.tenant_id = s.tenant_id AND w.assessment_id = s.assessment_id)) AS unreviewed,
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
