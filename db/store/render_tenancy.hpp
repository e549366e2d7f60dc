// SPDX-License-Identifier: Apache-2.0
// Renders tenants, users and bindings as the JSON that their administrator sees.
#pragma once

#include "core/json/json.hpp"
#include "db/store/bindings.hpp"
#include "db/store/tenants.hpp"
#include "db/store/users.hpp"

namespace assay::store::render {

// {id, name, createdAt}
[[nodiscard]] Json tenant(const tenants::Tenant& tenant);
// {id, tenantId, email, displayName, role, hasPassword, disabled, createdAt, disabledAt?,
// deletedAt?}
[[nodiscard]] Json account(const users::User& user);
// {packId, packName, criteriaVersionId, version, requirementCount, thresholds {complete, partial},
// evaluator, createdAt, updatedAt}
[[nodiscard]] Json binding(const bindings::Binding& binding);

}  // namespace assay::store::render
