// SPDX-License-Identifier: Apache-2.0
// Wire names of webhooks, deliveries and e-mail, without any secret.
#pragma once

#include <array>
#include <string_view>

#include "core/json/json.hpp"
#include "db/store/events/deliveries.hpp"
#include "db/store/events/emails.hpp"
#include "db/store/events/webhooks.hpp"

namespace assay::store::render {

// eventTypes: null means all.
[[nodiscard]] Json webhook(const TenantId& tenant, const webhooks::Webhook& webhook);
[[nodiscard]] Json delivery(const deliveries::Delivery& delivery);

[[nodiscard]] Json email(const emails::Email& email);
// Indexed by EmailKind.
inline constexpr std::array<std::string_view, kChosenEmailKinds> kNotifications{
    "taskAssigned", "runEnded", "weeklyDigest"};
// available: whether there is a mail server.
[[nodiscard]] Json notifications(const emails::Choices& choices, bool available);

}  // namespace assay::store::render
