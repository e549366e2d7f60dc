// SPDX-License-Identifier: Apache-2.0
// SQL of remediation tasks.
#include "db/store/tasks.hpp"

namespace assay::store::tasks {
namespace {

using pg::Statement;

constexpr Statement kInsert{"task_insert", R"sql(
INSERT INTO task (tenant_id, id, run_id, requirement_record_id, requirement_id, criterion_id,
  title, description)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (tenant_id, run_id, requirement_record_id) DO NOTHING)sql"};

#define ASSAY_TASK_COLUMNS                                                                \
  " t.id, t.run_id, t.requirement_record_id, t.requirement_id, t.criterion_id, t.title,"  \
  " t.description, t.status, t.assignee, t.due_date, micros(t.created_at) AS created_at," \
  " micros(t.updated_at) AS updated_at FROM task t "

#define ASSAY_TASK_FILTER                                 \
  " tenant_id = $1 AND ($2::text IS NULL OR status = $2)" \
  " AND ($3::uuid IS NULL OR run_id = $3)"                \
  " AND ($4::text IS NULL OR requirement_id = $4 OR requirement_record_id::text = $4) "

constexpr Statement kList{"task_list", "SELECT" ASSAY_TASK_COLUMNS "WHERE" ASSAY_TASK_FILTER
                                       "AND ($5::bigint IS NULL OR (created_at, id)"
                                       " < (from_micros($5), $6::uuid))"
                                       " ORDER BY t.created_at DESC, t.id DESC LIMIT $7"};

constexpr Statement kCount{"task_count",
                           "SELECT count(*) AS total FROM task WHERE" ASSAY_TASK_FILTER};

constexpr Statement kOfRun{"task_of_run",
                           "SELECT" ASSAY_TASK_COLUMNS
                           "JOIN requirement r ON r.id = t.requirement_record_id"
                           " WHERE t.tenant_id = $1 AND t.run_id = $2 ORDER BY r.position"};

constexpr Statement kLock{
    "task_lock", "SELECT" ASSAY_TASK_COLUMNS "WHERE t.tenant_id = $1 AND t.id = $2 FOR UPDATE"};
#undef ASSAY_TASK_COLUMNS
#undef ASSAY_TASK_FILTER

constexpr Statement kUpdate{"task_update", R"sql(
UPDATE task SET status = $3, assignee = $4, due_date = $5::date, updated_at = clock_timestamp()
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
  return task;
}

std::vector<Task> read_all(const pg::Rows& rows) {
  std::vector<Task> found;
  for (const pg::Row row : rows) found.push_back(read_task(row));
  return found;
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const std::vector<Task>& tasks) {
  for (const Task& task : tasks) {
    static_cast<void>(tx.run(kInsert, tenant, task.id, task.run, task.requirement,
                             task.requirement_id, task.criterion_id, task.title, task.description));
  }
}

std::vector<Task> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                       const std::optional<Position>& after, int limit) {
  std::optional<Timestamp> at;
  std::optional<TaskId> id;
  if (after) {
    at = after->created_at;
    id = after->id;
  }
  return read_all(
      tx.run(kList, tenant, filter.status, filter.run, filter.requirement, at, id, limit));
}

std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter) {
  return tx.run(kCount, tenant, filter.status, filter.run, filter.requirement)[0].integer("total");
}

std::vector<Task> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return read_all(tx.run(kOfRun, tenant, run));
}

std::optional<Task> lock(pg::Tx& tx, const TenantId& tenant, const TaskId& id) {
  const pg::Rows rows = tx.run(kLock, tenant, id);
  if (rows.empty()) return std::nullopt;
  return read_task(rows[0]);
}

void update(pg::Tx& tx, const TenantId& tenant, const Task& task) {
  static_cast<void>(tx.run(kUpdate, tenant, task.id, task.status, task.assignee, task.due_date));
}

}  // namespace assay::store::tasks
