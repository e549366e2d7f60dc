// SPDX-License-Identifier: Apache-2.0
// Webhooks: the addresses to which a tenant's events are sent, and whether their receivers work.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/base/event_types.hpp"
#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::webhooks {

struct Webhook {
  WebhookId id;
  std::string url;
  std::string description;
  std::vector<std::string> event_types;  // empty: all
  // Sealed for the pipeline. The previous one signs too until the time given.
  std::string secret;
  std::optional<std::string> previous_secret;
  std::optional<Timestamp> previous_until;
  std::optional<Timestamp> disabled_at;
  std::optional<WebhookDisabling> disabled_reason;
  int failures = 0;  // tries since the last that succeeded
  std::optional<Timestamp> failing_since;
  UserId created_by;
  Timestamp created_at;

  [[nodiscard]] bool enabled() const { return !disabled_at.has_value(); }
};

// The bytes that a secret of this webhook is bound to.
[[nodiscard]] std::string bound_to(const TenantId& tenant, const WebhookId& id);

struct NewWebhook {
  WebhookId id;
  std::string url;
  std::string description;
  std::vector<std::string> event_types;
  std::string secret;  // sealed
  UserId created_by;
};
void insert(pg::Tx& tx, const TenantId& tenant, const NewWebhook& fresh);

[[nodiscard]] std::optional<Webhook> find(pg::Tx& tx, const TenantId& tenant, const WebhookId& id);
// The same, locked until the transaction ends.
[[nodiscard]] std::optional<Webhook> lock(pg::Tx& tx, const TenantId& tenant, const WebhookId& id);
[[nodiscard]] std::int64_t count(pg::Tx& tx, const TenantId& tenant);

inline constexpr std::array kOrderKeys{pg::by_time("createdAt", "webhook.created_at"),
                                       pg::by_text("url", "url")};
inline constexpr pg::Orders kOrders{kOrderKeys};
// Newest first.
[[nodiscard]] pg::PartOf<Webhook> list(pg::Tx& tx, const TenantId& tenant,
                                       const std::optional<bool>& enabled, const pg::Part& part);

// Stores url, description and event types.
void update(pg::Tx& tx, const TenantId& tenant, const Webhook& webhook);
// Disables a webhook that is enabled. Its deliveries wait.
[[nodiscard]] bool disable(pg::Tx& tx, const TenantId& tenant, const WebhookId& id,
                           WebhookDisabling reason);
// Enables it and clears its failures. Waiting deliveries are sent at once.
void enable(pg::Tx& tx, const TenantId& tenant, const WebhookId& id);
// Replaces the secret. secret: sealed. The previous one still signs for that long.
void rotate_secret(pg::Tx& tx, const TenantId& tenant, const WebhookId& id,
                   const std::string& secret, std::chrono::hours keep_previous);
// Removes it with its deliveries.
[[nodiscard]] bool remove(pg::Tx& tx, const TenantId& tenant, const WebhookId& id);

// After tries that all failed: counts them, and sends nothing for a while, longer each time.
// Returns the webhook's new state.
[[nodiscard]] std::optional<Webhook> note_failures(pg::Tx& tx, const TenantId& tenant,
                                                   const WebhookId& id, int failures);
// After a try that succeeded.
void note_success(pg::Tx& tx, const TenantId& tenant, const WebhookId& id);

}  // namespace assay::store::webhooks
