// SPDX-License-Identifier: Apache-2.0
// What e-mail tells, as it is when the message is sent.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/states.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::email_facts {

// The name of a user of the tenant, also of a deleted one.
[[nodiscard]] std::optional<std::string> name_of(pg::Tx& tx, const TenantId& tenant,
                                                 const UserId& user);

struct Task {
  TaskId id;
  std::string requirement_id;
  std::string title;
  std::optional<std::string> due_date;  // YYYY-MM-DD
  bool overdue = false;
};
// Of these, the tasks that are open and still assigned to this user, the most urgent first.
[[nodiscard]] std::vector<Task> still_assigned(pg::Tx& tx, const TenantId& tenant,
                                               const UserId& user, const std::vector<TaskId>& ids);

struct Run {
  RunId id;
  std::string pack;     // name
  std::string version;  // of the pack
  RunStatus status = RunStatus::Completed;
  std::optional<std::string> failure_reason;
  std::map<AssessmentStatus, std::int64_t> counts;
  std::int64_t open_tasks = 0;  // of the gaps that it found
};
[[nodiscard]] std::optional<Run> run(pg::Tx& tx, const TenantId& tenant, const RunId& id);

struct Digest {
  std::vector<Task> mine;  // open, the most urgent first; at most kDigestTasks
  std::int64_t open_mine = 0;
  std::int64_t overdue_mine = 0;
  std::int64_t open = 0;  // of the tenant
  std::int64_t overdue = 0;
  std::vector<Run> runs;  // that ended in the last seven days, newest first; at most kDigestRuns
  std::int64_t runs_ended = 0;
};
inline constexpr int kDigestTasks = 20;
inline constexpr int kDigestRuns = 10;
[[nodiscard]] Digest digest(pg::Tx& tx, const TenantId& tenant, const UserId& user);

}  // namespace assay::store::email_facts
