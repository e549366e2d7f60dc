// SPDX-License-Identifier: Apache-2.0
// Defines the wire names of tenants, users and bindings.
#include "db/store/render_tenancy.hpp"

#include "db/store/render.hpp"

namespace assay::store::render {

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

Json binding(const bindings::Binding& binding) {
  return Json::object()
      .set("packId", binding.pack.value)
      .set("packName", binding.pack_name)
      .set("criteriaVersionId", binding.terms.criteria_version.value)
      .set("version", binding.version)
      .set("requirementCount", binding.requirement_count)
      .set("thresholds", Json::object()
                             .set("complete", binding.terms.threshold_complete)
                             .set("partial", binding.terms.threshold_partial))
      .set("evaluator", binding.terms.evaluator)
      .set("createdAt", at(binding.created_at))
      .set("updatedAt", at(binding.updated_at));
}

}  // namespace assay::store::render
