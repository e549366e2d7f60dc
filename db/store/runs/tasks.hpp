// SPDX-License-Identifier: Apache-2.0
// Remediation tasks: the record, its links to runs, listing.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::tasks {

struct Task {
  TaskId id;
  RunId run;  // that created it
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
  // Read only, among runs in order of start: the last one that found the gap, how many did, and the
  // last of all if it found the requirement COMPLETE.
  RunId last_run = {};
  std::int64_t seen_in_runs = 1;
  std::optional<RunId> satisfied_in = {};
};

// One per run and requirement, linked to its run; an existing one stays unchanged (idempotent).
void insert(pg::Tx& tx, const TenantId& tenant, const std::vector<Task>& tasks);

// Until the transaction ends, no other run can add tasks for requirements of the pack.
void lock_pack(pg::Tx& tx, const TenantId& tenant, const PackId& pack);
struct OpenTask {
  TaskId id;
  std::string requirement_id;
};
// PENDING and IN_PROGRESS tasks of all runs of the pack, newest first.
[[nodiscard]] std::vector<OpenTask> open_of_pack(pg::Tx& tx, const TenantId& tenant,
                                                 const PackId& pack);
// A run's finding about an existing task: its gap again, or the requirement COMPLETE. requirement:
// as in the run's version of the pack. An existing link stays unchanged (idempotent).
struct Link {
  TaskId task;
  RunId run;
  RequirementRecordId requirement;
  bool satisfied = false;
};
void link(pg::Tx& tx, const TenantId& tenant, const Link& link);

struct Filter {
  std::optional<TaskStatus> status;
  std::optional<RunId> run;                // that found the gap
  std::optional<std::string> requirement;  // label or record id
  std::optional<std::string> assignee;
  std::optional<std::string> contains = std::nullopt;    // in title or label, case-insensitive
  std::optional<std::string> due_before = std::nullopt;  // YYYY-MM-DD, exclusive
};
inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "t.created_at"), pg::by_time("updatedAt", "t.updated_at"),
    pg::by_date("dueDate", "coalesce(t.due_date, date '9999-12-31')"),
    pg::by_text("assignee", "lower(coalesce(t.assignee, ''))"),
    pg::by_text("requirementId", "t.requirement_id")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Newest first.
[[nodiscard]] pg::PartOf<Task> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                    const pg::Part& part);
[[nodiscard]] std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter);
// One for each gap that the run found, in pack order, whichever run created it.
[[nodiscard]] std::vector<Task> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run);
[[nodiscard]] std::optional<Task> find(pg::Tx& tx, const TenantId& tenant, const TaskId& id);
// Locks the row until the transaction ends.
[[nodiscard]] std::optional<Task> lock(pg::Tx& tx, const TenantId& tenant, const TaskId& id);
// Writes status, assignee and due date of a locked task and stamps updated_at.
void update(pg::Tx& tx, const TenantId& tenant, const Task& task);

}  // namespace assay::store::tasks
