// SPDX-License-Identifier: Apache-2.0
// Defines the wire names of the audit trail.
#include <array>

#include "core/base/digest.hpp"
#include "db/store/render.hpp"

namespace assay::store::render {
namespace {

Json actor(const audit::Actor& who) {
  return Json::object().set("type", who.type).set("id", who.id).set("email", who.email);
}

std::string_view outcome(audit::Outcome value) {
  constexpr std::array<std::string_view, 3> kNames{"allow", "deny", "error"};
  return kNames.at(static_cast<std::size_t>(value));
}

}  // namespace

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
      .set("runId", event.run_id ? Json(event.run_id->value) : Json())
      .set("ip", event.ip)
      .set("actorRole", event.actor.role)
      .set("authMethod", event.auth_method)
      .set("userAgent", event.user_agent)
      .set("detail", event.detail)
      .set("createdAt", to_iso8601(entry.created_at))
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

}  // namespace assay::store::render
