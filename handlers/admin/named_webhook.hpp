// SPDX-License-Identifier: Apache-2.0
// The webhook that a request names.
#pragma once

#include "db/store/events/webhooks.hpp"
#include "handlers/http/access.hpp"

namespace assay::handlers {

// Throws Failure NOT_FOUND, or CROSS_TENANT_ACCESS_DENIED for another tenant's webhook.
[[nodiscard]] inline store::webhooks::Webhook find_webhook(const Context& context, pg::Tx& tx,
                                                           const WebhookId& id) {
  return found(store::webhooks::find(tx, context.tenant, id), context, tx, kWebhook, id.value);
}

}  // namespace assay::handlers
