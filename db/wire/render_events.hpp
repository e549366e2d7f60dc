// SPDX-License-Identifier: Apache-2.0
// Wire names of webhooks and deliveries, without any secret.
#pragma once

#include "core/json/json.hpp"
#include "db/store/events/deliveries.hpp"
#include "db/store/events/webhooks.hpp"

namespace assay::store::render {

// eventTypes: null means all.
[[nodiscard]] Json webhook(const TenantId& tenant, const webhooks::Webhook& webhook);
[[nodiscard]] Json delivery(const deliveries::Delivery& delivery);

}  // namespace assay::store::render
