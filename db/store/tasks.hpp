// SPDX-License-Identifier: Apache-2.0
// Remediation tasks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::tasks {

struct Task {
  TaskId id;
  RunId run;
  RequirementRecordId requirement;
  std::string requirement_id;
  int criterion_id = 0;
  std::string title;
  std::string description;
  TaskStatus status = TaskStatus::Pending;
  std::optional<std::string> assignee;
  std::optional<std::string> due_date;  // YYYY-MM-DD
  Timestamp created_at;
  Timestamp updated_at;
};

// One per run and requirement; one that is there stays as it is (idempotent).
void insert(pg::Tx& tx, const TenantId& tenant, const std::vector<Task>& tasks);

struct Filter {
  std::optional<TaskStatus> status;
  std::optional<RunId> run;
  std::optional<std::string> requirement;  // label or record id
};
struct Position {
  Timestamp created_at;
  TaskId id;
};
// Newest first.
[[nodiscard]] std::vector<Task> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                     const std::optional<Position>& after, int limit);
[[nodiscard]] std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter);
[[nodiscard]] std::vector<Task> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run);
// Locks the row until the transaction ends.
[[nodiscard]] std::optional<Task> lock(pg::Tx& tx, const TenantId& tenant, const TaskId& id);
// Writes status, assignee and due date of a locked task and stamps updated_at.
void update(pg::Tx& tx, const TenantId& tenant, const Task& task);

}  // namespace assay::store::tasks
