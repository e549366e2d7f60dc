// SPDX-License-Identifier: Apache-2.0
// SQL of tenants, users and ownership. Sign-in's own tables are in sign_in.cpp.
#include "db/store/access.hpp"

#include "core/crypto/account.hpp"

namespace assay::store::access {
namespace {

using pg::Statement;

constexpr Statement kFindTenant{"access_find_tenant", "SELECT id, name FROM tenant WHERE id = $1"};

constexpr Statement kInsertTenant{
    "access_insert_tenant",
    "INSERT INTO tenant (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"};

constexpr Statement kTenantByName{"access_tenant_by_name",
                                  "SELECT id, name FROM tenant WHERE name = $1"};

constexpr Statement kUsersByEmail{"access_users_by_email", R"sql(
SELECT tenant_id, tenant_name, id, email, display_name, role, password_hash
FROM users_by_email($1))sql"};

constexpr std::string_view kSelectEnabled = R"sql(
SELECT u.tenant_id, t.name AS tenant_name, u.id, u.email, u.display_name, u.role, u.password_hash
FROM app_user u JOIN tenant t ON t.id = u.tenant_id
WHERE u.tenant_id = $1 AND u.id = $2 AND u.disabled_at IS NULL)sql";

constexpr Statement kFindUser{"access_find_user", {kSelectEnabled}};

constexpr Statement kLockUser{"access_lock_user", {kSelectEnabled, "FOR NO KEY UPDATE OF u"}};

constexpr Statement kLockOwner{"access_lock_owner", R"sql(
SELECT FROM app_user WHERE tenant_id = $1
  AND id = (SELECT user_id FROM refresh_token WHERE tenant_id = $1 AND family = $2 LIMIT 1)
FOR NO KEY UPDATE)sql"};

constexpr Statement kPutUser{"access_put_user", R"sql(
INSERT INTO app_user (tenant_id, id, email, display_name, role, password_hash)
VALUES ($1, $2, $3, $4, $5, nullif($6, ''))
ON CONFLICT (tenant_id, email) WHERE deleted_at IS NULL DO UPDATE
SET display_name = excluded.display_name, role = excluded.role,
    password_hash = coalesce(excluded.password_hash, app_user.password_hash), disabled_at = NULL
RETURNING id)sql"};

constexpr Statement kOwnerOf{"access_owner_of", "SELECT tenant_of($1, $2) AS owner"};

User read_user(const pg::Row& row) {
  User user;
  user.id = row.id<UserId>("id");
  user.tenant = row.id<TenantId>("tenant_id");
  user.tenant_name = row.text("tenant_name");
  user.email = row.text("email");
  user.display_name = row.text("display_name");
  user.role = row.state<Role>("role");
  user.password_hash = row.optional_text("password_hash").value_or("");
  return user;
}

}  // namespace

std::optional<Tenant> find_tenant(pg::Tx& tx, const TenantId& id) {
  const pg::Rows rows = tx.run(kFindTenant, id);
  if (rows.empty()) return std::nullopt;
  return Tenant{rows[0].id<TenantId>("id"), rows[0].text("name")};
}

EnsuredTenant ensure_tenant(pg::Tx& tx, const std::string& name) {
  const bool created = tx.run(kInsertTenant, TenantId::fresh(), name).affected() == 1;
  const pg::Rows rows = tx.run(kTenantByName, name);
  return {{rows[0].id<TenantId>("id"), rows[0].text("name")}, created};
}

std::vector<User> users_by_email_any_tenant(pg::Tx& tx, const std::string& email) {
  std::vector<User> found;
  for (const pg::Row row : tx.run(kUsersByEmail, account::folded_email(email)))
    found.push_back(read_user(row));
  return found;
}

std::optional<User> find_user(pg::Tx& tx, const TenantId& tenant, const UserId& id) {
  const pg::Rows rows = tx.run(kFindUser, tenant, id);
  if (rows.empty()) return std::nullopt;
  return read_user(rows[0]);
}

std::optional<User> lock_user(pg::Tx& tx, const TenantId& tenant, const UserId& id) {
  const pg::Rows rows = tx.run(kLockUser, tenant, id);
  if (rows.empty()) return std::nullopt;
  return read_user(rows[0]);
}

void lock_owner(pg::Tx& tx, const TenantId& tenant, const std::string& family) {
  static_cast<void>(tx.run(kLockOwner, tenant, family));
}

UserId put_user(pg::Tx& tx, const TenantId& tenant, const User& user) {
  return tx
      .run(kPutUser, tenant, user.id, account::folded_email(user.email), user.display_name,
           user.role, user.password_hash)[0]
      .id<UserId>("id");
}

std::optional<TenantId> owner_of(pg::Tx& tx, std::string_view kind, std::string_view id) {
  return tx.run(kOwnerOf, kind, id)[0].optional_id<TenantId>("owner");
}

}  // namespace assay::store::access
