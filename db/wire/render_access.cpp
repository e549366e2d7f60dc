// SPDX-License-Identifier: Apache-2.0
// Wire names of tenants, users and the audit trail, and values that all renderings share.
#include <array>

#include "core/base/digest.hpp"
#include "db/store/access/tenants.hpp"
#include "db/store/access/users.hpp"
#include "db/store/audit/chain.hpp"
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

}  // namespace assay::store::render
