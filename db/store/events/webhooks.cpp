// SPDX-License-Identifier: Apache-2.0
// SQL of webhooks.
#include "db/store/events/webhooks.hpp"

namespace assay::store::webhooks {
namespace {

using pg::Statement;

constexpr std::string_view kColumns = R"sql(
id, url, description, to_json(event_types)::text AS event_types, secret, previous_secret,
micros(previous_until) AS previous_until, micros(disabled_at) AS disabled_at, disabled_reason,
failures, micros(failing_since) AS failing_since, created_by, micros(created_at) AS created_at)sql";

constexpr Statement kInsert{"webhook_insert", R"sql(
INSERT INTO webhook (tenant_id, id, url, description, event_types, secret, created_by)
VALUES ($1, $2, $3, $4, $5::text[], $6, $7))sql"};

constexpr Statement kFind{"webhook_find",
                          {"SELECT", kColumns, "FROM webhook WHERE tenant_id = $1 AND id = $2"}};

constexpr Statement kLock{
    "webhook_lock",
    {"SELECT", kColumns, "FROM webhook WHERE tenant_id = $1 AND id = $2 FOR UPDATE"}};

constexpr Statement kCount{"webhook_count",
                           "SELECT count(*) AS total FROM webhook WHERE tenant_id = $1"};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list(
      {.name = "webhook_list",
       .select = "SELECT " + std::string(kColumns) + " FROM webhook",
       .filter = "WHERE tenant_id = $1 AND ($2::boolean IS NULL OR (disabled_at IS NULL) = $2)",
       .id = "id",
       .parameters = 2,
       .orders = kOrders});
  return list;
}

constexpr Statement kUpdate{"webhook_update", R"sql(
UPDATE webhook SET url = $3, description = $4, event_types = $5::text[]
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kDisable{"webhook_disable", R"sql(
UPDATE webhook SET disabled_at = statement_timestamp(), disabled_reason = $3
WHERE tenant_id = $1 AND id = $2 AND disabled_at IS NULL)sql"};

constexpr Statement kEnable{"webhook_enable", R"sql(
WITH waiting AS (
  UPDATE event_delivery SET next_attempt_at = statement_timestamp()
  WHERE tenant_id = $1 AND webhook_id = $2 AND status = 'PENDING')
UPDATE webhook SET disabled_at = NULL, disabled_reason = NULL, failures = 0, failing_since = NULL,
  resting_until = NULL
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kRotate{"webhook_rotate_secret", R"sql(
UPDATE webhook SET previous_secret = secret, secret = $3,
  previous_until = statement_timestamp() + $4 * interval '1 hour'
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kRemove{"webhook_remove",
                            "DELETE FROM webhook WHERE tenant_id = $1 AND id = $2"};

// The rest is 5 s, doubled with each failure, and at most 5 minutes.
constexpr Statement kNoteFailures{"webhook_note_failures", R"sql(
UPDATE webhook SET failures = failures + $3,
  failing_since = least(failing_since, statement_timestamp()),
  resting_until = from_micros(micros(statement_timestamp())
    + (least(300, 5 * 2 ^ least(10, failures + $3 - 1)) * 1000000)::bigint)
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kNoteSuccess{"webhook_note_success", R"sql(
UPDATE webhook SET failures = 0, failing_since = NULL, resting_until = NULL
WHERE tenant_id = $1 AND id = $2 AND failures > 0)sql"};

Webhook read_webhook(const pg::Row& row) {
  Webhook webhook;
  webhook.id = row.id<WebhookId>("id");
  webhook.url = row.text("url");
  webhook.description = row.text("description");
  const Json types = row.json("event_types");
  for (std::size_t i = 0; i < types.size(); ++i) {
    webhook.event_types.push_back(types.at(i).as_string().value_or(""));
  }
  webhook.secret = row.text("secret");
  webhook.previous_secret = row.optional_text("previous_secret");
  webhook.previous_until = row.optional_timestamp("previous_until");
  webhook.disabled_at = row.optional_timestamp("disabled_at");
  if (!row.is_null("disabled_reason")) {
    webhook.disabled_reason = row.state<WebhookDisabling>("disabled_reason");
  }
  webhook.failures = static_cast<int>(row.integer("failures"));
  webhook.failing_since = row.optional_timestamp("failing_since");
  webhook.created_by = row.id<UserId>("created_by");
  webhook.created_at = row.timestamp("created_at");
  return webhook;
}

}  // namespace

std::string bound_to(const TenantId& tenant, const WebhookId& id) {
  return tenant.value + " " + id.value;
}

void insert(pg::Tx& tx, const TenantId& tenant, const NewWebhook& fresh) {
  static_cast<void>(tx.run(kInsert, tenant, fresh.id, fresh.url, fresh.description,
                           fresh.event_types, fresh.secret, fresh.created_by));
}

std::optional<Webhook> find(pg::Tx& tx, const TenantId& tenant, const WebhookId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_webhook);
}

std::optional<Webhook> lock(pg::Tx& tx, const TenantId& tenant, const WebhookId& id) {
  return pg::first_of(tx.run(kLock, tenant, id), read_webhook);
}

std::int64_t count(pg::Tx& tx, const TenantId& tenant) {
  return pg::total_of(tx.run(kCount, tenant));
}

pg::PartOf<Webhook> list(pg::Tx& tx, const TenantId& tenant, const std::optional<bool>& enabled,
                         const pg::Part& part) {
  return ordered().rows(tx, part, read_webhook, tenant, enabled);
}

void update(pg::Tx& tx, const TenantId& tenant, const Webhook& webhook) {
  static_cast<void>(
      tx.run(kUpdate, tenant, webhook.id, webhook.url, webhook.description, webhook.event_types));
}

bool disable(pg::Tx& tx, const TenantId& tenant, const WebhookId& id, WebhookDisabling reason) {
  return tx.run(kDisable, tenant, id, reason).affected() == 1;
}

void enable(pg::Tx& tx, const TenantId& tenant, const WebhookId& id) {
  static_cast<void>(tx.run(kEnable, tenant, id));
}

void rotate_secret(pg::Tx& tx, const TenantId& tenant, const WebhookId& id,
                   const std::string& secret, std::chrono::hours keep_previous) {
  static_cast<void>(tx.run(kRotate, tenant, id, secret, keep_previous.count()));
}

bool remove(pg::Tx& tx, const TenantId& tenant, const WebhookId& id) {
  return tx.run(kRemove, tenant, id).affected() == 1;
}

std::optional<Webhook> note_failures(pg::Tx& tx, const TenantId& tenant, const WebhookId& id,
                                     int failures) {
  if (tx.run(kNoteFailures, tenant, id, failures).affected() == 0) return std::nullopt;
  return find(tx, tenant, id);
}

void note_success(pg::Tx& tx, const TenantId& tenant, const WebhookId& id) {
  static_cast<void>(tx.run(kNoteSuccess, tenant, id));
}

}  // namespace assay::store::webhooks
