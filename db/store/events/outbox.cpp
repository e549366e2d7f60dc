// SPDX-License-Identifier: Apache-2.0
// SQL of the outbox and of deliveries.
#include "db/store/events/outbox.hpp"

#include <stdexcept>

namespace assay::store::events {
namespace {

using pg::Statement;

// Webhooks in one order, so that two such statements cannot wait for each other's rows of the
// queue. NOTIFY with equal payloads is sent once per transaction, and only on commit. $5: for a
// webhook alone, or null for all that want the type. A webhook that rests is queued when its rest
// is over. The body is as it is sent: see the Standard Webhooks specification, "Payload structure".
// $4: its data.
constexpr Statement kEmit{"event_emit", R"sql(
WITH told AS MATERIALIZED (
  SELECT id, $5::uuid IS NULL AND resting_until > statement_timestamp() AS rests FROM webhook
  WHERE tenant_id = $1 AND disabled_at IS NULL
    AND CASE WHEN $5::uuid IS NULL THEN event_types = '{}' OR $3 = ANY (event_types)
        ELSE id = $5 END
  ORDER BY id),
made AS (
  INSERT INTO event (tenant_id, id, type, body, created_at)
  SELECT $1, $2::uuid, $3::text,
    concat('{"type":"', $3::text, '","timestamp":"',
           to_char(statement_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           '","data":', $4::text, '}'), statement_timestamp()
  WHERE EXISTS (SELECT FROM told)
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
hinted AS (SELECT pg_notify('assay_work', '')::text FROM queued)
SELECT w.id, (SELECT count(*) FROM hinted) AS hints FROM wanted w)sql"};

constexpr Statement kQueueDue{"event_queue_due", "SELECT queue_due_webhooks() AS total"};

constexpr Statement kForget{"event_forget", "SELECT forget_events($1) AS total"};

constexpr Statement kPublish{"event_publish_key", R"sql(
INSERT INTO event_key (public_key) VALUES ($1) ON CONFLICT (public_key) DO NOTHING)sql"};

constexpr Statement kPublished{"event_published_key", R"sql(
SELECT public_key FROM event_key ORDER BY created_at DESC, public_key LIMIT 1)sql"};

pg::Params emitted(const TenantId& tenant, EventType type, Json data,
                   const std::optional<WebhookId>& only) {
  return pg::Params(tenant, EventId::fresh(), type, data.set("tenantId", tenant.value).dump(),
                    only);
}

}  // namespace

void emit(pg::Tx& tx, const TenantId& tenant, EventType type, Json data) {
  tx.run_with_next(kEmit, emitted(tenant, type, std::move(data), std::nullopt));
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

namespace assay::store::deliveries {
namespace {

using pg::Statement;

constexpr std::string_view kSelect = R"sql(
SELECT d.id, d.webhook_id, d.event_id, e.type, e.body, d.status, d.attempts,
  micros(d.next_attempt_at) AS next_attempt_at, micros(d.last_attempt_at) AS last_attempt_at,
  d.duration_ms, d.response_status, d.response_body, d.error,
  micros(d.finished_at) AS finished_at, micros(d.created_at) AS created_at
FROM event_delivery d JOIN event e ON e.tenant_id = d.tenant_id AND e.id = d.event_id)sql";

constexpr Statement kFind{"delivery_find", {kSelect, "WHERE d.tenant_id = $1 AND d.id = $2"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "delivery_list",
                                     .select = std::string(kSelect),
                                     .filter = R"sql(
WHERE d.tenant_id = $1 AND d.webhook_id = $2 AND ($3::text IS NULL OR d.status = $3)
  AND ($4::text IS NULL OR e.type = $4))sql",
                                     .id = "d.id",
                                     .parameters = 4,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kSendAgain{"delivery_send_again", R"sql(
UPDATE event_delivery SET status = 'PENDING', attempts = 0, next_attempt_at = statement_timestamp(),
  finished_at = NULL
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kDue{"delivery_due", R"sql(
SELECT d.id, d.event_id, e.body, d.attempts
FROM event_delivery d JOIN event e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
WHERE d.tenant_id = $1 AND d.webhook_id = $2 AND d.status = 'PENDING'
  AND d.next_attempt_at <= statement_timestamp()
ORDER BY d.next_attempt_at, d.id LIMIT $3)sql"};

constexpr Statement kNote{"delivery_note", R"sql(
UPDATE event_delivery SET attempts = attempts + 1, last_attempt_at = statement_timestamp(),
  duration_ms = $3, response_status = $4, response_body = $5, error = $6, status = $7,
  next_attempt_at = statement_timestamp()
    + CASE WHEN $7 = 'PENDING' THEN $8 * interval '1 millisecond' END,
  finished_at = statement_timestamp() + CASE WHEN $7 <> 'PENDING' THEN interval '0' END
WHERE tenant_id = $1 AND id = $2 AND status = 'PENDING')sql"};

Delivery read_delivery(const pg::Row& row) {
  Delivery delivery;
  delivery.id = row.id<DeliveryId>("id");
  delivery.webhook = row.id<WebhookId>("webhook_id");
  delivery.event = row.id<EventId>("event_id");
  delivery.event_type = row.text("type");
  delivery.body = row.json("body");
  delivery.status = row.state<DeliveryStatus>("status");
  delivery.attempts = static_cast<int>(row.integer("attempts"));
  delivery.next_attempt_at = row.optional_timestamp("next_attempt_at");
  delivery.last_attempt_at = row.optional_timestamp("last_attempt_at");
  delivery.duration_ms = row.optional_integer("duration_ms");
  delivery.response_status = row.optional_integer("response_status");
  delivery.response_body = row.optional_text("response_body");
  delivery.error = row.optional_text("error");
  delivery.finished_at = row.optional_timestamp("finished_at");
  delivery.created_at = row.timestamp("created_at");
  return delivery;
}

Due read_due(const pg::Row& row) {
  return {row.id<DeliveryId>("id"), row.id<EventId>("event_id"), row.text("body"),
          static_cast<int>(row.integer("attempts"))};
}

}  // namespace

std::optional<Delivery> find(pg::Tx& tx, const TenantId& tenant, const DeliveryId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_delivery);
}

pg::PartOf<Delivery> list(pg::Tx& tx, const TenantId& tenant, const WebhookId& webhook,
                          const Filter& filter, const pg::Part& part) {
  return ordered().rows(tx, part, read_delivery, tenant, webhook, filter.status, filter.event_type);
}

void send_again(pg::Tx& tx, const TenantId& tenant, const DeliveryId& id) {
  static_cast<void>(tx.run(kSendAgain, tenant, id));
}

std::vector<Due> due(pg::Tx& tx, const TenantId& tenant, const WebhookId& webhook, int limit) {
  return pg::all_of(tx.run(kDue, tenant, webhook, limit), read_due);
}

void note(pg::Tx& tx, const TenantId& tenant, const DeliveryId& id, const Attempt& attempt) {
  static_cast<void>(tx.run(kNote, tenant, id, attempt.duration.count(), attempt.response_status,
                           attempt.response_body, attempt.error, attempt.status,
                           attempt.next_in.count()));
}

}  // namespace assay::store::deliveries
