// SPDX-License-Identifier: Apache-2.0
// The outbox: what happened, for the webhooks that want to know. Everything that makes such a
// change calls emit() in its transaction, so that neither exists without the other.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/event_types.hpp"
#include "core/json/json.hpp"
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
// that has something to be told by now. forget: removes events of all tenants that are older than
// this, with their deliveries. Both return how many.
std::int64_t queue_due(pg::Tx& tx);
std::int64_t forget(pg::Tx& tx, std::chrono::days older_than);

// Makes the public key known with which the API seals secrets of webhooks; 32 bytes.
void publish_key(pg::Tx& tx, std::string_view public_key);
// The key published last; nullopt if no pipeline has started yet.
[[nodiscard]] std::optional<std::string> published_key(pg::Tx& tx);

}  // namespace assay::store::events
