// SPDX-License-Identifier: Apache-2.0
// E-mail: each user's choices, the outbox, and the facts in a message as of when it is sent. Code
// that makes a change that users may hear of calls one of the tell functions in its transaction.
// Without a mail server they write nothing.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/event_types.hpp"
#include "core/base/states.hpp"
#include "core/json/json.hpp"
#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::emails {

// Whether pipelines have a mail server.
[[nodiscard]] bool available(pg::Tx& tx);
// For a pipeline: records whether it has a mail server. In a transaction without a tenant.
void set_available(pg::Tx& tx, bool available);

// By kind, for those that a user may choose.
using Choices = std::array<bool, kChosenEmailKinds>;
[[nodiscard]] Choices choices(pg::Tx& tx, const TenantId& tenant, const UserId& user);
void choose(pg::Tx& tx, const TenantId& tenant, const UserId& user, const Choices& choices);

// Each writes the message and queues the tenant, unless the user is disabled or does not want it.
// They go to the server with the next statement or the commit. Call them before events::emit():
// with one order, no two transactions wait for each other's rows of the queue.

// To the enabled user that the assignee names: by address, or by name if no other user has it. Not
// to `by`, who assigned the tasks.
void tell_assigned(pg::Tx& tx, const TenantId& tenant, const std::string& assignee,
                   const std::vector<TaskId>& tasks, const UserId& by);
// To the user who started the run, unless that is `by`, who ended it.
void tell_run_ended(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                    const std::optional<UserId>& by = std::nullopt);
void tell_invited(pg::Tx& tx, const TenantId& tenant, const UserId& invited, const UserId& by);

struct Email {
  EmailId id;
  UserId user;
  std::string address;  // where the last try went, or would go now
  EmailKind kind = EmailKind::Invitation;
  EmailStatus status = EmailStatus::Pending;
  int attempts = 0;
  std::optional<Timestamp> next_attempt_at;
  std::optional<Timestamp> last_attempt_at;
  std::optional<std::string> reason;  // why the last try failed, or none was made
  std::optional<Timestamp> finished_at;
  Timestamp created_at;
};
[[nodiscard]] std::optional<Email> find(pg::Tx& tx, const TenantId& tenant, const EmailId& id);

struct Filter {
  std::optional<EmailStatus> status;
  std::optional<EmailKind> kind = std::nullopt;
  std::optional<UserId> user = std::nullopt;
};
inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "e.created_at"),
    pg::by_time("finishedAt", "coalesce(e.finished_at, timestamptz '9999-12-31 00:00:00+00')")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Newest first.
[[nodiscard]] pg::PartOf<Email> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                     const pg::Part& part);
// Sends it once more, as if it were new.
void send_again(pg::Tx& tx, const TenantId& tenant, const EmailId& id);

// A message that is due, with its recipient's current data.
struct Due {
  EmailId id;
  EmailKind kind = EmailKind::Invitation;
  Json about;
  int attempts = 0;  // so far
  UserId user;
  std::string address;
  std::string name;
  std::string tenant_name;
  bool wanted = false;  // the user is enabled, and wants this kind
  Timestamp created_at;
};
// The oldest first.
[[nodiscard]] std::vector<Due> due(pg::Tx& tx, const TenantId& tenant, int limit);

// The result of one try.
struct Attempt {
  EmailStatus status = EmailStatus::Pending;
  std::optional<std::string> reason;    // a sentence, unless it was sent
  std::chrono::milliseconds next_in{};  // if it is still PENDING
};
// Stores it and counts the try. A message that is no longer PENDING stays as it is.
void note(pg::Tx& tx, const TenantId& tenant, const EmailId& id, const std::string& sent_to,
          const Attempt& attempt);

// For the pipeline's maintenance, in a transaction without a tenant. queue_due: queues each tenant
// that has messages due. queue_digests: adds the digest of that week (2026-W48) for everybody who
// wants it, once. forget: removes messages of all tenants that are older than this. All return how
// many.
std::int64_t queue_due(pg::Tx& tx);
std::int64_t queue_digests(pg::Tx& tx, const std::string& week);
std::int64_t forget(pg::Tx& tx, std::chrono::days older_than);

}  // namespace assay::store::emails

namespace assay::store::email_facts {

// The name of a user of the tenant, even if deleted.
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
