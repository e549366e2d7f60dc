// SPDX-License-Identifier: Apache-2.0
// Renders what only administrators see: webhooks, deliveries and e-mail, without any secret;
// erasures, legal holds and rules of retention.
#pragma once

#include <array>
#include <string_view>

#include "core/json/json.hpp"
#include "db/store/events/emails.hpp"
#include "db/store/events/outbox.hpp"
#include "db/store/events/webhooks.hpp"
#include "db/store/evidence/retention.hpp"

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

// {id, documentId, originalFilename, reason, status, documentCount, exportCount, requestedBy,
// createdAt, completedAt, failedAt, failureReason}
[[nodiscard]] Json erasure(const erasures::Erasure& erasure);

// {id, originalFilename, sha256Hash, sizeBytes}
[[nodiscard]] Json erased_document(const archives::Item& document);

// {runId, packId, status, createdAt, quotes}
[[nodiscard]] Json quoting_run(const erasures::Quoting& run);

// {id, documentId, originalFilename, reason, createdBy, createdAt, releasedBy, releasedAt}; without
// document, it covers everything of the tenant.
[[nodiscard]] Json legal_hold(const legal_holds::Hold& hold);

// {documentDays, exportDays, updatedAt, updatedBy, appliedFrom}
[[nodiscard]] Json retention(const retention::Rules& rules);

}  // namespace assay::store::render
