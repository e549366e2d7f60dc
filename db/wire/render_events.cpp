// SPDX-License-Identifier: Apache-2.0
// Renders webhooks, deliveries and e-mail.
#include "db/wire/render_events.hpp"

#include "db/wire/render.hpp"

namespace assay::store::render {
namespace {

Json types_of(const webhooks::Webhook& webhook) {
  if (webhook.event_types.empty()) return {};
  Json types = Json::array();
  for (const std::string& type : webhook.event_types) types.push(type);
  return types;
}

}  // namespace

Json webhook(const TenantId& tenant, const webhooks::Webhook& webhook) {
  return Json::object()
      .set("id", webhook.id.value)
      .set("tenantId", tenant.value)
      .set("url", webhook.url)
      .set("description", webhook.description)
      .set("eventTypes", types_of(webhook))
      .set("enabled", webhook.enabled())
      .set("disabledAt", at(webhook.disabled_at))
      .set("disabledReason",
           webhook.disabled_reason ? Json(to_text(*webhook.disabled_reason)) : Json())
      .set("failingSince", at(webhook.failing_since))
      .set("previousSecretUntil", at(webhook.previous_until))
      .set("createdBy", webhook.created_by.value)
      .set("createdAt", at(webhook.created_at));
}

Json delivery(const deliveries::Delivery& delivery) {
  return Json::object()
      .set("id", delivery.id.value)
      .set("webhookId", delivery.webhook.value)
      .set("eventId", delivery.event.value)
      .set("eventType", delivery.event_type)
      .set("event", delivery.body)
      .set("status", to_text(delivery.status))
      .set("attempts", delivery.attempts)
      .set("nextAttemptAt", at(delivery.next_attempt_at))
      .set("lastAttemptAt", at(delivery.last_attempt_at))
      .set("durationMs", delivery.duration_ms)
      .set("responseStatus", delivery.response_status)
      .set("responseBody", delivery.response_body)
      .set("error", delivery.error)
      .set("finishedAt", at(delivery.finished_at))
      .set("createdAt", at(delivery.created_at));
}

Json email(const emails::Email& email) {
  return Json::object()
      .set("id", email.id.value)
      .set("kind", to_text(email.kind))
      .set("userId", email.user.value)
      .set("address", email.address)
      .set("status", to_text(email.status))
      .set("attempts", email.attempts)
      .set("nextAttemptAt", at(email.next_attempt_at))
      .set("lastAttemptAt", at(email.last_attempt_at))
      .set("reason", email.reason)
      .set("finishedAt", at(email.finished_at))
      .set("createdAt", at(email.created_at));
}

Json notifications(const emails::Choices& choices, bool available) {
  Json json = Json::object().set("emailAvailable", available);
  for (std::size_t i = 0; i < choices.size(); ++i) json.set(kNotifications.at(i), choices.at(i));
  return json;
}

}  // namespace assay::store::render
