// SPDX-License-Identifier: Apache-2.0
// Deliveries: telling a webhook of an event, with each try's result. Those that failed for good
// stay and can be sent again until their event is forgotten.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/base/event_types.hpp"
#include "core/json/json.hpp"
#include "db/pg/tx.hpp"

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

struct Position {
  Timestamp created_at;
  DeliveryId id;
};
// Of one webhook, newest first.
[[nodiscard]] std::vector<Delivery> list(pg::Tx& tx, const TenantId& tenant,
                                         const WebhookId& webhook,
                                         const std::optional<DeliveryStatus>& status,
                                         const std::optional<Position>& after, int limit);

// Sends it once more, as if it were new.
void send_again(pg::Tx& tx, const TenantId& tenant, const DeliveryId& id);

// What is to be sent now.
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
