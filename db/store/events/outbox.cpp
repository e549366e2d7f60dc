// SPDX-License-Identifier: Apache-2.0
// SQL of the outbox.
#include "db/store/events/outbox.hpp"

#include <stdexcept>

namespace assay::store::events {
namespace {

using pg::Statement;

// Webhooks in one order, so that two such statements cannot wait for each other's rows of the
// queue. NOTIFY with equal payloads is sent once per transaction, and only on commit. $6: for a
// webhook alone, or null for all that want the type. A webhook that rests is queued when its rest
// is over.
constexpr Statement kEmit{"event_emit", R"sql(
WITH told AS MATERIALIZED (
  SELECT id, $6::uuid IS NULL AND resting_until > clock_timestamp() AS rests FROM webhook
  WHERE tenant_id = $1 AND disabled_at IS NULL
    AND CASE WHEN $6::uuid IS NULL THEN event_types = '{}' OR $3 = ANY (event_types)
        ELSE id = $6 END
  ORDER BY id),
made AS (
  INSERT INTO event (tenant_id, id, type, body, created_at)
  SELECT $1, $2::uuid, $3::text, $4::text, from_micros($5) WHERE EXISTS (SELECT FROM told)
  RETURNING id),
wanted AS (
  INSERT INTO event_delivery (tenant_id, id, event_id, webhook_id)
  SELECT $1, gen_random_uuid(), m.id, t.id FROM told t CROSS JOIN made m
  RETURNING id, webhook_id),
queued AS (
  INSERT INTO work_item (tenant_id, id, kind, subject_id, lane)
  SELECT $1, gen_random_uuid(), 'delivery', id, 'event' FROM told WHERE rests IS NOT TRUE
  ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING
  RETURNING id),
hinted AS (SELECT pg_notify('assay_work', '') FROM queued)
SELECT w.id, (SELECT count(*) FROM hinted) AS hints FROM wanted w)sql"};

constexpr Statement kQueueDue{"event_queue_due", "SELECT queue_due_webhooks() AS total"};

constexpr Statement kForget{"event_forget", "SELECT forget_events($1) AS total"};

constexpr Statement kPublish{"event_publish_key", R"sql(
INSERT INTO event_key (public_key) VALUES ($1) ON CONFLICT (public_key) DO NOTHING)sql"};

constexpr Statement kPublished{"event_published_key", R"sql(
SELECT public_key FROM event_key ORDER BY created_at DESC, public_key LIMIT 1)sql"};

// The body of the event, as it is sent: see the Standard Webhooks specification, "Payload
// structure".
pg::Params emitted(const TenantId& tenant, EventType type, Json data,
                   const std::optional<WebhookId>& only) {
  const Timestamp at = now();
  const std::string body = Json::object()
                               .set("type", to_text(type))
                               .set("timestamp", to_iso8601(at))
                               .set("data", data.set("tenantId", tenant.value))
                               .dump();
  return pg::Params(tenant, EventId::fresh(), type, body, at, only);
}

}  // namespace

void emit(pg::Tx& tx, const TenantId& tenant, EventType type, Json data) {
  tx.run_at_commit(kEmit, emitted(tenant, type, std::move(data), std::nullopt));
}

DeliveryId emit_test(pg::Tx& tx, const TenantId& tenant, const WebhookId& webhook) {
  const pg::Rows rows = tx.run(
      kEmit,
      emitted(tenant, EventType::Test, Json::object().set("webhookId", webhook.value), webhook));
  if (rows.empty()) throw std::logic_error("a test of a webhook that is not there or disabled");
  return rows[0].id<DeliveryId>("id");
}

std::int64_t queue_due(pg::Tx& tx) {
  return pg::total_of(tx.run(kQueueDue));
}

std::int64_t forget(pg::Tx& tx, std::chrono::days older_than) {
  return pg::total_of(tx.run(kForget, older_than.count()));
}

void publish_key(pg::Tx& tx, std::string_view public_key) {
  static_cast<void>(tx.run(kPublish, pg::Bytes{public_key}));
}

std::optional<std::string> published_key(pg::Tx& tx) {
  return pg::first_of(tx.run(kPublished),
                      [](const pg::Row& row) { return row.bytes("public_key"); });
}

}  // namespace assay::store::events
