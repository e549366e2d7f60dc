// SPDX-License-Identifier: Apache-2.0
// Rows of users, for the SQL of this folder that reads them.
#pragma once

#include <string_view>

#include "db/store/access/accounts.hpp"

namespace assay::store::users {

// What read_user() reads, of `app_user u`.
inline constexpr std::string_view kColumns = R"sql(
  u.tenant_id, u.id, u.email, u.display_name, u.role,
  u.password_hash IS NOT NULL AS has_password, micros(u.created_at) AS created_at,
  micros(u.disabled_at) AS disabled_at, micros(u.deleted_at) AS deleted_at)sql";

[[nodiscard]] User read_user(const pg::Row& row);

}  // namespace assay::store::users
