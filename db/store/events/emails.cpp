// SPDX-License-Identifier: Apache-2.0
// SQL of e-mail.
#include "db/store/events/emails.hpp"

namespace assay::store::emails {
namespace {

using pg::Statement;

constexpr Statement kAvailable{"email_available",
                               "SELECT EXISTS (SELECT FROM email_sender) AS available"};
constexpr Statement kAppear{"email_appear",
                            "INSERT INTO email_sender DEFAULT VALUES ON CONFLICT DO NOTHING"};
constexpr Statement kVanish{"email_vanish", "DELETE FROM email_sender"};

constexpr Statement kChoices{"email_choices", R"sql(
SELECT kind FROM email_choice WHERE tenant_id = $1 AND user_id = $2 AND NOT wanted)sql"};

constexpr Statement kChoose{"email_choose", R"sql(
INSERT INTO email_choice (tenant_id, user_id, kind, wanted) VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant_id, user_id, kind) DO UPDATE SET wanted = excluded.wanted)sql"};

// The statements below choose the user. $2 is the kind, $3 the kind of subject, $4 its identifier,
// and $5 a user who gets no message.
constexpr std::string_view kTell = R"sql(
made AS (
  INSERT INTO email (tenant_id, id, user_id, kind, about)
  SELECT u.tenant_id, $4::uuid, u.id, $2::text, $3::text FROM told t
  JOIN app_user u ON u.tenant_id = $1 AND u.id = t.id
  WHERE u.disabled_at IS NULL AND u.id IS DISTINCT FROM $5::uuid
    AND EXISTS (SELECT FROM email_sender)
    AND NOT EXISTS (SELECT FROM email_choice c WHERE c.tenant_id = $1 AND c.user_id = u.id
                      AND c.kind = $2 AND NOT c.wanted)
  RETURNING tenant_id),
queued AS (
  INSERT INTO work_item (tenant_id, id, kind, subject_id, lane)
  SELECT tenant_id, gen_random_uuid(), 'email', tenant_id, 'mail' FROM made
  ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING
  RETURNING id)
SELECT pg_notify('assay_work', '')::text FROM queued)sql";

constexpr Statement kTellAssigned{"email_tell_assigned",
                                  {R"sql(
WITH named AS MATERIALIZED (
  SELECT u.id, u.email = lower($6::text) AS by_address FROM app_user u
  WHERE u.tenant_id = $1 AND u.disabled_at IS NULL
    AND (u.email = lower($6) OR u.display_name = $6)),
told AS (
  SELECT id FROM named n
  WHERE n.by_address OR 1 = (SELECT count(*) FROM named)),)sql",
                                   kTell}};

constexpr Statement kTellRunEnded{"email_tell_run_ended",
                                  {R"sql(
WITH told AS (SELECT started_by AS id FROM run WHERE tenant_id = $1 AND id = $6::uuid),)sql",
                                   kTell}};

constexpr Statement kTellUser{"email_tell_user", {"WITH told AS (SELECT $6::uuid AS id),", kTell}};

constexpr std::string_view kSelect = R"sql(
SELECT e.id, e.user_id, coalesce(e.sent_to, u.email) AS address, e.kind, e.status, e.attempts,
  micros(e.next_attempt_at) AS next_attempt_at, micros(e.last_attempt_at) AS last_attempt_at,
  e.reason, micros(e.finished_at) AS finished_at, micros(e.created_at) AS created_at
FROM email e JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.user_id)sql";

constexpr Statement kFind{"email_find", {kSelect, "WHERE e.tenant_id = $1 AND e.id = $2"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "email_list",
                                     .select = std::string(kSelect),
                                     .filter = R"sql(
WHERE e.tenant_id = $1 AND ($2::text IS NULL OR e.status = $2)
  AND ($3::text IS NULL OR e.kind = $3) AND ($4::uuid IS NULL OR e.user_id = $4))sql",
                                     .id = "e.id",
                                     .parameters = 4,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kSendAgain{"email_send_again", R"sql(
UPDATE email SET status = 'PENDING', attempts = 0, next_attempt_at = statement_timestamp(),
  finished_at = NULL
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kDue{"email_due", R"sql(
SELECT e.id, e.kind, e.about, e.attempts, e.user_id, u.email AS address, u.display_name,
  t.name AS tenant_name, micros(e.created_at) AS created_at,
  u.disabled_at IS NULL AND NOT EXISTS (
    SELECT FROM email_choice c WHERE c.tenant_id = $1 AND c.user_id = e.user_id
      AND c.kind = e.kind AND NOT c.wanted) AS wanted
FROM email e
JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.user_id
JOIN tenant t ON t.id = e.tenant_id
WHERE e.tenant_id = $1 AND e.status = 'PENDING' AND e.next_attempt_at <= statement_timestamp()
ORDER BY e.next_attempt_at, e.id LIMIT $2)sql"};

constexpr Statement kNote{"email_note", R"sql(
UPDATE email SET attempts = attempts + 1, last_attempt_at = statement_timestamp(), sent_to = $3,
  status = $4, reason = $5,
  next_attempt_at = statement_timestamp()
    + CASE WHEN $4 = 'PENDING' THEN $6 * interval '1 millisecond' END,
  finished_at = statement_timestamp() + CASE WHEN $4 <> 'PENDING' THEN interval '0' END
WHERE tenant_id = $1 AND id = $2 AND status = 'PENDING')sql"};

constexpr Statement kQueueDue{"email_queue_due", "SELECT queue_due_emails() AS total"};
constexpr Statement kQueueDigests{"email_queue_digests", "SELECT queue_email_digests($1) AS total"};
constexpr Statement kForget{"email_forget", "SELECT forget_emails($1) AS total"};

Email read_email(const pg::Row& row) {
  Email email;
  email.id = row.id<EmailId>("id");
  email.user = row.id<UserId>("user_id");
  email.address = row.text("address");
  email.kind = row.state<EmailKind>("kind");
  email.status = row.state<EmailStatus>("status");
  email.attempts = static_cast<int>(row.integer("attempts"));
  email.next_attempt_at = row.optional_timestamp("next_attempt_at");
  email.last_attempt_at = row.optional_timestamp("last_attempt_at");
  email.reason = row.optional_text("reason");
  email.finished_at = row.optional_timestamp("finished_at");
  email.created_at = row.timestamp("created_at");
  return email;
}

Due read_due_email(const pg::Row& row) {
  Due due;
  due.id = row.id<EmailId>("id");
  due.kind = row.state<EmailKind>("kind");
  due.about = row.json("about");
  due.attempts = static_cast<int>(row.integer("attempts"));
  due.user = row.id<UserId>("user_id");
  due.address = row.text("address");
  due.name = row.text("display_name");
  due.tenant_name = row.text("tenant_name");
  due.wanted = row.boolean("wanted");
  due.created_at = row.timestamp("created_at");
  return due;
}

}  // namespace

bool available(pg::Tx& tx) {
  return tx.run(kAvailable)[0].boolean("available");
}

void set_available(pg::Tx& tx, bool available) {
  static_cast<void>(tx.run(available ? kAppear : kVanish));
}

Choices choices(pg::Tx& tx, const TenantId& tenant, const UserId& user) {
  Choices wanted;
  wanted.fill(true);
  for (const pg::Row row : tx.run(kChoices, tenant, user)) {
    wanted.at(static_cast<std::size_t>(row.state<EmailKind>("kind"))) = false;
  }
  return wanted;
}

void choose(pg::Tx& tx, const TenantId& tenant, const UserId& user, const Choices& choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    static_cast<void>(tx.run(kChoose, tenant, user, static_cast<EmailKind>(i), choices.at(i)));
  }
}

void tell_assigned(pg::Tx& tx, const TenantId& tenant, const std::string& assignee,
                   const std::vector<TaskId>& tasks, const UserId& by) {
  Json ids = Json::array();
  for (const TaskId& id : tasks) ids.push(id.value);
  const std::string about = Json::object().set("taskIds", ids).set("by", by.value).dump();
  tx.run_with_next(kTellAssigned, pg::Params(tenant, EmailKind::TaskAssigned, about,
                                             EmailId::fresh(), by, assignee));
}

void tell_run_ended(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                    const std::optional<UserId>& by) {
  const std::string about = Json::object().set("runId", run.value).dump();
  tx.run_with_next(kTellRunEnded,
                   pg::Params(tenant, EmailKind::RunEnded, about, EmailId::fresh(), by, run));
}

void tell_invited(pg::Tx& tx, const TenantId& tenant, const UserId& invited, const UserId& by) {
  tx.run_with_next(kTellUser, pg::Params(tenant, EmailKind::Invitation,
                                         Json::object().set("by", by.value).dump(),
                                         EmailId::fresh(), by, invited));
}

std::optional<Email> find(pg::Tx& tx, const TenantId& tenant, const EmailId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_email);
}

pg::PartOf<Email> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                       const pg::Part& part) {
  return ordered().rows(tx, part, read_email, tenant, filter.status, filter.kind, filter.user);
}

void send_again(pg::Tx& tx, const TenantId& tenant, const EmailId& id) {
  static_cast<void>(tx.run(kSendAgain, tenant, id));
}

std::vector<Due> due(pg::Tx& tx, const TenantId& tenant, int limit) {
  return pg::all_of(tx.run(kDue, tenant, limit), read_due_email);
}

void note(pg::Tx& tx, const TenantId& tenant, const EmailId& id, const std::string& sent_to,
          const Attempt& attempt) {
  static_cast<void>(
      tx.run(kNote, tenant, id, sent_to, attempt.status, attempt.reason, attempt.next_in.count()));
}

std::int64_t queue_due(pg::Tx& tx) {
  return pg::total_of(tx.run(kQueueDue));
}

std::int64_t queue_digests(pg::Tx& tx, const std::string& week) {
  return pg::total_of(tx.run(kQueueDigests, week));
}

std::int64_t forget(pg::Tx& tx, std::chrono::days older_than) {
  return pg::total_of(tx.run(kForget, older_than.count()));
}

}  // namespace assay::store::emails
