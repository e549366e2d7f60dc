// SPDX-License-Identifier: Apache-2.0
// E-mail: what each user has chosen to be told, and the outbox. Everything that happens to a user
// and may be told calls one of the tell functions in its transaction. Without a mail server they
// write nothing.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/email_kinds.hpp"
#include "core/json/json.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::emails {

// Whether pipelines have a mail server.
[[nodiscard]] bool available(pg::Tx& tx);
// For a pipeline, in a transaction without a tenant: whether it has one.
void set_available(pg::Tx& tx, bool available);

// By kind, for those that a user may choose.
using Choices = std::array<bool, kChosenEmailKinds>;
[[nodiscard]] Choices choices(pg::Tx& tx, const TenantId& tenant, const UserId& user);
void choose(pg::Tx& tx, const TenantId& tenant, const UserId& user, const Choices& choices);

// Each writes the message and queues the tenant, unless the user is disabled or does not want it.
// They go to the server with the next statement or the commit. Call them before events::emit():
// with one order, no two transactions wait for each other's rows of the queue.

// To the one enabled user whom the assignee names, by address or as the only one of that name. Not
// to `by`, who assigned the tasks.
void tell_assigned(pg::Tx& tx, const TenantId& tenant, const std::string& assignee,
                   const std::vector<TaskId>& tasks, const UserId& by);
// To who started the run. Not to `by`, if they ended it themselves.
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

struct Position {
  Timestamp created_at;
  EmailId id;
};
// Newest first.
[[nodiscard]] std::vector<Email> list(pg::Tx& tx, const TenantId& tenant,
                                      const std::optional<EmailStatus>& status,
                                      const std::optional<Position>& after, int limit);
// Sends it once more, as if it were new.
void send_again(pg::Tx& tx, const TenantId& tenant, const EmailId& id);

// What is to be sent now, with its reader as of now.
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
// that has messages to be sent by now. queue_digests: adds the digest of that week (2026-W48) for
// everybody who wants it, once. forget: removes messages of all tenants that are older than this.
// All return how many.
std::int64_t queue_due(pg::Tx& tx);
std::int64_t queue_digests(pg::Tx& tx, const std::string& week);
std::int64_t forget(pg::Tx& tx, std::chrono::days older_than);

}  // namespace assay::store::emails
