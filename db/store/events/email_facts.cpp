// SPDX-License-Identifier: Apache-2.0
// SQL of the facts in e-mail.
#include "db/store/events/emails.hpp"

namespace assay::store::email_facts {
namespace {

using pg::Statement;

constexpr Statement kNameOf{"email_name_of", R"sql(
SELECT display_name FROM app_user WHERE tenant_id = $1 AND id = $2)sql"};

// The user that an assignee names: see email_tell_assigned.
constexpr std::string_view kOpenTasksOfUser = R"sql(
FROM task t JOIN app_user u ON u.tenant_id = $1 AND u.id = $2
WHERE t.tenant_id = $1 AND t.status <> 'COMPLETED'
  AND (lower(t.assignee) = u.email OR t.assignee = u.display_name))sql";

constexpr std::string_view kTaskColumns = R"sql(
SELECT t.id, t.requirement_id, t.title, t.due_date::text AS due_date,
  coalesce(t.due_date < (statement_timestamp() AT TIME ZONE 'UTC')::date, false) AS overdue)sql";

constexpr Statement kStillAssigned{"email_still_assigned", {kTaskColumns, kOpenTasksOfUser, R"sql(
  AND t.id = ANY ($3::text[]::uuid[])
ORDER BY t.due_date NULLS LAST, t.requirement_id, t.id)sql"}};

constexpr Statement kMine{"email_digest_tasks", {kTaskColumns, kOpenTasksOfUser, R"sql(
ORDER BY t.due_date NULLS LAST, t.created_at, t.id LIMIT $3)sql"}};

constexpr Statement kMineCounted{"email_digest_own_count",
                                 {R"sql(
SELECT count(*) AS open,
  count(*) FILTER (WHERE t.due_date < (statement_timestamp() AT TIME ZONE 'UTC')::date) AS overdue)sql",
                                  kOpenTasksOfUser}};

constexpr Statement kCounted{"email_digest_count", R"sql(
SELECT count(*) AS open,
  count(*) FILTER (WHERE due_date < (statement_timestamp() AT TIME ZONE 'UTC')::date) AS overdue
FROM task WHERE tenant_id = $1 AND status <> 'COMPLETED')sql"};

constexpr std::string_view kRun = R"sql(
SELECT r.id, r.status, r.failure_reason, p.name AS pack, v.version,
  (SELECT coalesce(jsonb_object_agg(n.status, n.total), '{}') FROM
    (SELECT a.status, count(*) AS total FROM assessment a
     WHERE a.tenant_id = $1 AND a.run_id = r.id GROUP BY a.status) n) AS counts,
  (SELECT count(*) FROM task_run l
   JOIN task t ON t.tenant_id = l.tenant_id AND t.id = l.task_id
   WHERE l.tenant_id = $1 AND l.run_id = r.id AND NOT l.satisfied
     AND t.status <> 'COMPLETED') AS open_tasks
FROM run r
JOIN pack p ON p.id = r.pack_id
JOIN criteria_version v ON v.id = r.criteria_version_id)sql";

constexpr Statement kFindRun{"email_run", {kRun, "WHERE r.tenant_id = $1 AND r.id = $2"}};

constexpr std::string_view kEndedThisWeek = R"sql(
WHERE r.tenant_id = $1 AND r.status IN ('COMPLETED', 'FAILED', 'CANCELLED')
  AND coalesce(r.completed_at, r.failed_at, r.cancelled_at)
    > statement_timestamp() - interval '7 days')sql";

constexpr Statement kRuns{"email_digest_runs", {kRun, kEndedThisWeek, R"sql(
ORDER BY coalesce(r.completed_at, r.failed_at, r.cancelled_at) DESC, r.id DESC LIMIT $2)sql"}};

constexpr Statement kRunsCounted{"email_digest_run_count",
                                 {"SELECT count(*) AS total FROM run r", kEndedThisWeek}};

Task read_email_task(const pg::Row& row) {
  return {row.id<TaskId>("id"), row.text("requirement_id"), row.text("title"),
          row.optional_text("due_date"), row.boolean("overdue")};
}

Run read_email_run(const pg::Row& row) {
  Run run;
  run.id = row.id<RunId>("id");
  run.pack = row.text("pack");
  run.version = row.text("version");
  run.status = row.state<RunStatus>("status");
  run.failure_reason = row.optional_text("failure_reason");
  run.open_tasks = row.integer("open_tasks");
  const Json counts = row.json("counts");
  for (std::size_t i = 0; i < WireNames<AssessmentStatus>::kNames.size(); ++i) {
    const auto status = static_cast<AssessmentStatus>(i);
    run.counts[status] = counts.get(to_text(status)).as_integer().value_or(0);
  }
  return run;
}

}  // namespace

std::optional<std::string> name_of(pg::Tx& tx, const TenantId& tenant, const UserId& user) {
  return pg::first_of(tx.run(kNameOf, tenant, user),
                      [](const pg::Row& row) { return row.text("display_name"); });
}

std::vector<Task> still_assigned(pg::Tx& tx, const TenantId& tenant, const UserId& user,
                                 const std::vector<TaskId>& ids) {
  return pg::all_of(tx.run(kStillAssigned, tenant, user, ids), read_email_task);
}

std::optional<Run> run(pg::Tx& tx, const TenantId& tenant, const RunId& id) {
  return pg::first_of(tx.run(kFindRun, tenant, id), read_email_run);
}

Digest digest(pg::Tx& tx, const TenantId& tenant, const UserId& user) {
  Digest digest;
  digest.mine = pg::all_of(tx.run(kMine, tenant, user, kDigestTasks), read_email_task);
  const pg::Rows mine = tx.run(kMineCounted, tenant, user);
  digest.open_mine = mine[0].integer("open");
  digest.overdue_mine = mine[0].integer("overdue");
  const pg::Rows all = tx.run(kCounted, tenant);
  digest.open = all[0].integer("open");
  digest.overdue = all[0].integer("overdue");
  digest.runs = pg::all_of(tx.run(kRuns, tenant, kDigestRuns), read_email_run);
  digest.runs_ended = pg::total_of(tx.run(kRunsCounted, tenant));
  return digest;
}

}  // namespace assay::store::email_facts
