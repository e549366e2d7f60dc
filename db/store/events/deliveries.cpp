// SPDX-License-Identifier: Apache-2.0
// SQL of deliveries.
#include "db/store/events/deliveries.hpp"

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

constexpr Statement kList{"delivery_list", {kSelect, R"sql(
WHERE d.tenant_id = $1 AND d.webhook_id = $2 AND ($3::text IS NULL OR d.status = $3)
  AND ($4::bigint IS NULL OR (d.created_at, d.id) < (from_micros($4), $5::uuid))
ORDER BY d.created_at DESC, d.id DESC LIMIT $6)sql"}};

constexpr Statement kSendAgain{"delivery_send_again", R"sql(
UPDATE event_delivery SET status = 'PENDING', attempts = 0, next_attempt_at = clock_timestamp(),
  finished_at = NULL
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kDue{"delivery_due", R"sql(
SELECT d.id, d.event_id, e.body, d.attempts
FROM event_delivery d JOIN event e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
WHERE d.tenant_id = $1 AND d.webhook_id = $2 AND d.status = 'PENDING'
  AND d.next_attempt_at <= clock_timestamp()
ORDER BY d.next_attempt_at, d.id LIMIT $3)sql"};

constexpr Statement kNote{"delivery_note", R"sql(
UPDATE event_delivery SET attempts = attempts + 1, last_attempt_at = clock_timestamp(),
  duration_ms = $3, response_status = $4, response_body = $5, error = $6, status = $7,
  next_attempt_at = CASE WHEN $7 = 'PENDING'
                    THEN clock_timestamp() + $8 * interval '1 millisecond' END,
  finished_at = CASE WHEN $7 <> 'PENDING' THEN clock_timestamp() END
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

std::vector<Delivery> list(pg::Tx& tx, const TenantId& tenant, const WebhookId& webhook,
                           const std::optional<DeliveryStatus>& status,
                           const std::optional<Position>& after, int limit) {
  return pg::all_of(
      tx.run(kList, tenant, webhook, status, pg::part_of(after, &Position::created_at),
             pg::part_of(after, &Position::id), limit),
      read_delivery);
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
