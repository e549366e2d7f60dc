// SPDX-License-Identifier: Apache-2.0
// Wire names of what administrators see: tenants, users and the audit trail; webhooks, deliveries
// and e-mail, without any secret; erasures, legal holds and rules of retention. Values that all
// renderings share.
#include "db/wire/render_admin.hpp"

#include <array>

#include "core/base/digest.hpp"
#include "db/store/access/accounts.hpp"
#include "db/store/audit/trail_checks.hpp"
#include "db/wire/render.hpp"

namespace assay::store::render {
namespace {

Json actor(const audit::Actor& who) {
  return Json::object().set("type", who.type).set("id", who.id).set("email", who.email);
}

std::string_view outcome(audit::Outcome value) {
  constexpr std::array<std::string_view, 3> kNames{"allow", "deny", "error"};
  return kNames.at(static_cast<std::size_t>(value));
}

Json types_of(const webhooks::Webhook& webhook) {
  if (webhook.event_types.empty()) return {};
  Json types = Json::array();
  for (const std::string& type : webhook.event_types) types.push(type);
  return types;
}

}  // namespace

Json at(Timestamp when) {
  return {to_iso8601(when)};
}

Json at(const std::optional<Timestamp>& when) {
  return when ? at(*when) : Json();
}

Json thresholds(double complete, double partial) {
  return Json::object().set("complete", complete).set("partial", partial);
}

Json changed(const Json& before, const Json& after,
             std::initializer_list<std::string_view> fields) {
  Json changes = Json::object();
  for (const std::string_view field : fields) {
    const Json from = before.get(field);
    const Json to = after.get(field);
    if (from.canonical() == to.canonical()) continue;
    changes.set(field, Json::object().set("from", from).set("to", to));
  }
  return changes;
}

Json tenant(const tenants::Tenant& tenant) {
  return Json::object()
      .set("id", tenant.id.value)
      .set("name", tenant.name)
      .set("createdAt", at(tenant.created_at));
}

Json account(const users::User& user) {
  return Json::object()
      .set("id", user.id.value)
      .set("tenantId", user.tenant.value)
      .set("email", user.email)
      .set("displayName", user.display_name)
      .set("role", to_text(user.role))
      .set("hasPassword", user.has_password)
      .set("disabled", user.disabled_at.has_value())
      .set("createdAt", at(user.created_at))
      .set("disabledAt", at(user.disabled_at))
      .set("deletedAt", at(user.deleted_at));
}

Json audit_entry(const TenantId& tenant, const audit::Entry& entry) {
  const audit::Event& event = entry.event;
  return Json::object()
      .set("id", entry.id)
      .set("tenantId", tenant.value)
      .set("sequence", entry.sequence)
      .set("action", event.action)
      .set("objectType", event.object_type)
      .set("objectId", event.object_id)
      .set("actor", actor(event.actor))
      .set("outcome", outcome(event.outcome))
      .set("requestId", event.request_id)
      .set("runId", id(event.run_id))
      .set("ip", event.ip)
      .set("actorRole", event.actor.role)
      .set("authMethod", event.auth_method)
      .set("userAgent", event.user_agent)
      .set("detail", event.detail)
      .set("createdAt", at(entry.created_at))
      .set("hashVersion", entry.hash_version)
      .set("previousHash", entry.previous_hash)
      .set("hash", entry.hash);
}

Json audit_head(const audit::Head& head) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(head.hash.data());
  return Json::object()
      .set("sequence", head.sequence)
      .set("hash", to_hex({bytes, head.hash.size()}));
}

Json audit_break(const audit::Break& broken) {
  return Json::object()
      .set("sequence", broken.sequence)
      .set("id", broken.id)
      .set("reason", broken.reason);
}

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

Json erasure(const erasures::Erasure& erasure) {
  return Json::object()
      .set("id", erasure.id.value)
      .set("documentId", erasure.document.value)
      .set("originalFilename", erasure.original_filename)
      .set("reason", erasure.reason)
      .set("status", to_text(erasure.status))
      .set("documentCount", erasure.documents)
      .set("exportCount", erasure.exports)
      .set("requestedBy", id(erasure.requested_by))
      .set("createdAt", at(erasure.created_at))
      .set("completedAt", at(erasure.completed_at))
      .set("failedAt", at(erasure.failed_at))
      .set("failureReason", erasure.failure_reason);
}

Json erased_document(const archives::Item& document) {
  return Json::object()
      .set("id", document.id.value)
      .set("originalFilename", document.original_filename)
      .set("sha256Hash", document.sha256)
      .set("sizeBytes", document.size_bytes);
}

Json quoting_run(const erasures::Quoting& run) {
  return Json::object()
      .set("runId", run.run.value)
      .set("packId", run.pack.value)
      .set("status", to_text(run.status))
      .set("createdAt", at(run.created_at))
      .set("quotes", run.quotes);
}

Json legal_hold(const legal_holds::Hold& hold) {
  return Json::object()
      .set("id", hold.id.value)
      .set("documentId", id(hold.document))
      .set("originalFilename", hold.original_filename)
      .set("reason", hold.reason)
      .set("createdBy", hold.created_by.value)
      .set("createdAt", at(hold.created_at))
      .set("releasedBy", id(hold.released_by))
      .set("releasedAt", at(hold.released_at));
}

Json retention(const retention::Rules& rules) {
  return Json::object()
      .set("documentDays", rules.document_days)
      .set("exportDays", rules.export_days)
      .set("updatedAt", at(rules.updated_at))
      .set("updatedBy", id(rules.updated_by))
      .set("appliedFrom", at(rules.applied_from));
}

}  // namespace assay::store::render
