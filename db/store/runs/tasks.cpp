// SPDX-License-Identifier: Apache-2.0
// SQL of remediation tasks.
#include "db/store/runs/tasks.hpp"

namespace assay::store::tasks {
namespace {

using pg::Statement;

constexpr Statement kInsert{"task_insert", R"sql(
INSERT INTO task (tenant_id, id, run_id, requirement_record_id, requirement_id, criterion_id,
  title, description)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (tenant_id, run_id, requirement_record_id) DO NOTHING)sql"};

// By the task and not only by its id, which a retry of the step generates again.
constexpr Statement kLinkToMaker{"task_link_to_maker", R"sql(
INSERT INTO task_run (tenant_id, task_id, run_id, requirement_record_id)
SELECT tenant_id, id, run_id, requirement_record_id FROM task
WHERE tenant_id = $1 AND run_id = $2 AND requirement_record_id = $3
ON CONFLICT DO NOTHING)sql"};

constexpr Statement kLink{"task_link", R"sql(
INSERT INTO task_run (tenant_id, task_id, run_id, requirement_record_id, satisfied)
VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING)sql"};

constexpr Statement kLockPack{
    "task_lock_pack", "SELECT pg_advisory_xact_lock(hashtextextended('tasks ' || $1 || $2, 0))"};

constexpr Statement kOpenOfPack{"task_open_of_pack", R"sql(
SELECT t.id, t.requirement_id
FROM task t JOIN run r ON r.tenant_id = t.tenant_id AND r.id = t.run_id
WHERE t.tenant_id = $1 AND t.status <> 'COMPLETED' AND r.pack_id = $2
ORDER BY t.created_at DESC, t.id DESC)sql"};

constexpr std::string_view kSelect = R"sql(
SELECT t.id, t.run_id, t.requirement_record_id, t.requirement_id, t.criterion_id, t.title,
  t.description, t.status, t.assignee, t.due_date, micros(t.created_at) AS created_at,
  micros(t.updated_at) AS updated_at, seen.last_run, seen.times, seen.satisfied_in
FROM task t
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE NOT l.satisfied) AS times,
    (array_agg(l.run_id ORDER BY r.created_at DESC, r.id DESC)
     FILTER (WHERE NOT l.satisfied))[1] AS last_run,
    (array_agg(CASE WHEN l.satisfied THEN l.run_id END
     ORDER BY r.created_at DESC, r.id DESC))[1] AS satisfied_in
  FROM task_run l JOIN run r ON r.tenant_id = l.tenant_id AND r.id = l.run_id
  WHERE l.tenant_id = $1 AND l.task_id = t.id) AS seen)sql";

constexpr std::string_view kFilter = R"sql(
WHERE t.tenant_id = $1 AND ($2::text IS NULL OR t.status = $2)
  AND ($3::uuid IS NULL OR t.id IN (SELECT task_id FROM task_run
       WHERE tenant_id = $1 AND run_id = $3 AND NOT satisfied))
  AND ($4::text IS NULL OR t.requirement_id = $4 OR EXISTS (SELECT FROM task_run n
       WHERE n.tenant_id = $1 AND n.task_id = t.id AND n.requirement_record_id::text = $4))
  AND ($5::text IS NULL OR t.assignee = $5)
  AND ($6::text IS NULL OR position(lower($6) IN lower(t.title)) > 0
       OR position(lower($6) IN lower(t.requirement_id)) > 0)
  AND ($7::date IS NULL OR t.due_date < $7))sql";

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "task_list",
                                     .select = std::string(kSelect),
                                     .filter = std::string(kFilter),
                                     .id = "t.id",
                                     .parameters = 7,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kCount{"task_count", {"SELECT count(*) AS total FROM task t", kFilter}};

constexpr Statement kOfRun{"task_of_run", {kSelect, R"sql(
JOIN task_run o ON o.tenant_id = t.tenant_id AND o.task_id = t.id
JOIN requirement q ON q.id = o.requirement_record_id
WHERE t.tenant_id = $1 AND o.run_id = $2 AND NOT o.satisfied
ORDER BY q.position)sql"}};

constexpr Statement kFind{"task_find", {kSelect, "WHERE t.tenant_id = $1 AND t.id = $2"}};

constexpr Statement kLock{"task_lock",
                          "SELECT id FROM task WHERE tenant_id = $1 AND id = $2 FOR UPDATE"};

constexpr Statement kUpdate{"task_update", R"sql(
UPDATE task SET status = $3, assignee = $4, due_date = $5::date, updated_at = statement_timestamp()
WHERE tenant_id = $1 AND id = $2)sql"};

Task read_task(const pg::Row& row) {
  Task task;
  task.id = row.id<TaskId>("id");
  task.run = row.id<RunId>("run_id");
  task.requirement = row.id<RequirementRecordId>("requirement_record_id");
  task.requirement_id = row.text("requirement_id");
  task.criterion_id = static_cast<int>(row.integer("criterion_id"));
  task.title = row.text("title");
  task.description = row.text("description");
  task.status = row.state<TaskStatus>("status");
  task.assignee = row.optional_text("assignee");
  task.due_date = row.optional_text("due_date");
  task.created_at = row.timestamp("created_at");
  task.updated_at = row.timestamp("updated_at");
  task.last_run = row.id<RunId>("last_run");
  task.seen_in_runs = row.integer("times");
  task.satisfied_in = row.optional_id<RunId>("satisfied_in");
  return task;
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const std::vector<Task>& tasks) {
  for (const Task& task : tasks) {
    static_cast<void>(tx.run(kInsert, tenant, task.id, task.run, task.requirement,
                             task.requirement_id, task.criterion_id, task.title, task.description));
    static_cast<void>(tx.run(kLinkToMaker, tenant, task.run, task.requirement));
  }
}

void lock_pack(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  static_cast<void>(tx.run(kLockPack, tenant.value, pack.value));
}

std::vector<OpenTask> open_of_pack(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  std::vector<OpenTask> found;
  for (const pg::Row row : tx.run(kOpenOfPack, tenant, pack)) {
    found.push_back({row.id<TaskId>("id"), row.text("requirement_id")});
  }
  return found;
}

void link(pg::Tx& tx, const TenantId& tenant, const Link& link) {
  static_cast<void>(tx.run(kLink, tenant, link.task, link.run, link.requirement, link.satisfied));
}

pg::PartOf<Task> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                      const pg::Part& part) {
  return ordered().rows(tx, part, read_task, tenant, filter.status, filter.run, filter.requirement,
                        filter.assignee, filter.contains, filter.due_before);
}

std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter) {
  return tx
      .run(kCount, tenant, filter.status, filter.run, filter.requirement, filter.assignee,
           filter.contains, filter.due_before)[0]
      .integer("total");
}

std::vector<Task> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return pg::all_of(tx.run(kOfRun, tenant, run), read_task);
}

std::optional<Task> find(pg::Tx& tx, const TenantId& tenant, const TaskId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_task);
}

std::optional<Task> lock(pg::Tx& tx, const TenantId& tenant, const TaskId& id) {
  if (tx.run(kLock, tenant, id).empty()) return std::nullopt;
  return find(tx, tenant, id);
}

void update(pg::Tx& tx, const TenantId& tenant, const Task& task) {
  static_cast<void>(tx.run(kUpdate, tenant, task.id, task.status, task.assignee, task.due_date));
}

}  // namespace assay::store::tasks
