// SPDX-License-Identifier: Apache-2.0
// The outbox: events for the webhooks that want them. Code that makes such a change calls emit() in
// its transaction, so that neither exists without the other. Deliveries: sending an event to a
// webhook, with each try's result. Those that failed for good stay and can be sent again until
// their event is forgotten.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/event_types.hpp"
#include "core/json/json.hpp"
#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::events {

// Writes the event and a delivery for each webhook of the tenant that wants this type, and queues
// these webhooks; writes nothing if none does. data: an object of identifiers, states and short
// texts, to which the tenant's identifier is added. Goes to the server with the next statement or
// the commit, so call it before store::audit::append(), which should come last.
void emit(pg::Tx& tx, const TenantId& tenant, EventType type, Json data);

// Writes an event of type Test for one webhook alone. Returns its delivery. Precondition: the
// webhook exists.
[[nodiscard]] DeliveryId emit_test(pg::Tx& tx, const TenantId& tenant, const WebhookId& webhook);

// For the pipeline's maintenance, in a transaction without a tenant. queue_due: queues each webhook
// that has deliveries due. forget: removes events of all tenants that are older than this, with
// their deliveries. Both return how many.
std::int64_t queue_due(pg::Tx& tx);
std::int64_t forget(pg::Tx& tx, std::chrono::days older_than);

// Publishes the key with which the API seals secrets of webhooks; 32 bytes.
void publish_key(pg::Tx& tx, std::string_view public_key);
// The key published last; nullopt if no pipeline has started yet.
[[nodiscard]] std::optional<std::string> published_key(pg::Tx& tx);

}  // namespace assay::store::events

namespace assay::store::deliveries {

struct Delivery {
  DeliveryId id;
  WebhookId webhook;
  EventId event;
  std::string event_type;
  Json body;  // of the event
  DeliveryStatus status = DeliveryStatus::Pending;
  int attempts = 0;
  std::optional<Timestamp> next_attempt_at;
  std::optional<Timestamp> last_attempt_at;
  std::optional<std::int64_t> duration_ms;
  std::optional<std::int64_t> response_status;
  std::optional<std::string> response_body;
  std::optional<std::string> error;
  std::optional<Timestamp> finished_at;
  Timestamp created_at;
};

[[nodiscard]] std::optional<Delivery> find(pg::Tx& tx, const TenantId& tenant,
                                           const DeliveryId& id);

struct Filter {
  std::optional<DeliveryStatus> status;
  std::optional<EventType> event_type = std::nullopt;
};
inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "d.created_at"),
    pg::by_time("finishedAt", "coalesce(d.finished_at, timestamptz '9999-12-31 00:00:00+00')")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Of one webhook, newest first.
[[nodiscard]] pg::PartOf<Delivery> list(pg::Tx& tx, const TenantId& tenant,
                                        const WebhookId& webhook, const Filter& filter,
                                        const pg::Part& part);

// Sends it once more, as if it were new.
void send_again(pg::Tx& tx, const TenantId& tenant, const DeliveryId& id);

// A delivery that is due.
struct Due {
  DeliveryId id;
  EventId event;
  std::string body;  // as it is sent and signed
  int attempts = 0;  // so far
};
// The oldest first.
[[nodiscard]] std::vector<Due> due(pg::Tx& tx, const TenantId& tenant, const WebhookId& webhook,
                                   int limit);

// The result of one try.
struct Attempt {
  std::chrono::milliseconds duration{};
  std::optional<int> response_status;
  std::optional<std::string> response_body;  // at most kMaxResponse characters
  std::optional<std::string> error;          // a sentence, if it failed
  DeliveryStatus status = DeliveryStatus::Pending;
  std::chrono::milliseconds next_in{};  // if it is still PENDING
};
inline constexpr std::size_t kMaxResponse = 1024;
// Stores it and counts the try. A delivery that is no longer PENDING stays as it is.
void note(pg::Tx& tx, const TenantId& tenant, const DeliveryId& id, const Attempt& attempt);

}  // namespace assay::store::deliveries
