// SPDX-License-Identifier: Apache-2.0
// SQL of users.
#include "core/crypto/account.hpp"
#include "db/store/access/user_rows.hpp"

namespace assay::store::users {
namespace {

using pg::Statement;

constexpr std::string_view kFilter = R"sql(
WHERE u.tenant_id = $1 AND u.deleted_at IS NULL AND ($2::text IS NULL OR u.role = $2)
  AND ($3::boolean IS NULL OR (u.disabled_at IS NOT NULL) = $3)
  AND ($4::text IS NULL OR position(lower($4) IN lower(u.email)) > 0
       OR position(lower($4) IN lower(u.display_name)) > 0))sql";

constexpr Statement kFind{
    "user_find", {"SELECT", kColumns, "FROM app_user u WHERE u.tenant_id = $1 AND u.id = $2"}};

constexpr Statement kFindByEmail{
    "user_find_by_email",
    {"SELECT", kColumns,
     "FROM app_user u WHERE u.tenant_id = $1 AND u.email = $2 AND u.deleted_at IS NULL"}};

// These locks allow new references to the user. FOR UPDATE would deadlock with a renewal of the
// user's session, which holds the cookie to be revoked and adds another.
constexpr Statement kLock{
    "user_lock",
    {"SELECT", kColumns, "FROM app_user u WHERE u.tenant_id = $1 AND u.id = $2 FOR NO KEY UPDATE"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list(
      {.name = "user_list",
       .select = "SELECT" + std::string(kColumns) + " FROM app_user u",
       .filter = std::string(kFilter),
       .id = "u.id",
       .parameters = 4,
       .orders = kOrders});
  return list;
}

constexpr Statement kCount{"user_count", {"SELECT count(*) AS total FROM app_user u", kFilter}};

constexpr Statement kNamed{"user_named", {"SELECT", kColumns, R"sql(
FROM app_user u WHERE u.tenant_id = $1 AND (u.id = ANY($2::text[]::uuid[]) OR u.email = ANY($3::text[]))
ORDER BY u.created_at DESC, u.id DESC)sql"}};

constexpr Statement kInsert{"user_insert", R"sql(
INSERT INTO app_user (tenant_id, id, email, display_name, role, password_hash)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (tenant_id, email) WHERE deleted_at IS NULL DO NOTHING RETURNING id)sql"};

constexpr Statement kLockAdministrators{"user_lock_administrators", R"sql(
SELECT id FROM app_user
WHERE tenant_id = $1 AND role IN ('ADMIN', 'SUPER_ADMIN') AND disabled_at IS NULL
ORDER BY id FOR NO KEY UPDATE)sql"};

constexpr Statement kUpdate{"user_update", R"sql(
UPDATE app_user SET display_name = coalesce($3, display_name), role = coalesce($4, role),
  password_hash = coalesce($5, password_hash),
  disabled_at = least(CASE WHEN coalesce($6::boolean, true) THEN disabled_at END,
                      statement_timestamp() + CASE WHEN $6 THEN interval '0' END)
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kSetEmail{"user_set_email",
                              "UPDATE app_user SET email = $3 WHERE tenant_id = $1 AND id = $2"};

constexpr Statement kForgetProvided{"user_forget_provided",
                                    "DELETE FROM scim_user WHERE tenant_id = $1 AND user_id = $2"};

constexpr Statement kRemove{"user_remove", R"sql(
UPDATE app_user SET disabled_at = least(disabled_at, statement_timestamp()),
  deleted_at = statement_timestamp(), password_hash = NULL
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kRevokeRefresh{"user_revoke_refresh_tokens", R"sql(
UPDATE refresh_token SET revoked_at = statement_timestamp()
WHERE tenant_id = $1 AND user_id = $2 AND revoked_at IS NULL)sql"};

}  // namespace

User read_user(const pg::Row& row) {
  User user;
  user.id = row.id<UserId>("id");
  user.tenant = row.id<TenantId>("tenant_id");
  user.email = row.text("email");
  user.display_name = row.text("display_name");
  user.role = row.state<Role>("role");
  user.has_password = row.boolean("has_password");
  user.created_at = row.timestamp("created_at");
  user.disabled_at = row.optional_timestamp("disabled_at");
  user.deleted_at = row.optional_timestamp("deleted_at");
  return user;
}

pg::PartOf<User> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                      const pg::Part& part) {
  return ordered().rows(tx, part, read_user, tenant, filter.role, filter.disabled, filter.contains);
}

std::vector<User> named(pg::Tx& tx, const TenantId& tenant, const std::vector<UserId>& ids,
                        const std::vector<std::string>& emails) {
  return pg::all_of(tx.run(kNamed, tenant, ids, emails), read_user);
}

std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter) {
  return pg::total_of(tx.run(kCount, tenant, filter.role, filter.disabled, filter.contains));
}

std::optional<User> find(pg::Tx& tx, const TenantId& tenant, const UserId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_user);
}

std::optional<User> find_by_email(pg::Tx& tx, const TenantId& tenant, const std::string& email) {
  return pg::first_of(tx.run(kFindByEmail, tenant, account::folded_email(email)), read_user);
}

std::optional<User> insert(pg::Tx& tx, const TenantId& tenant, const NewUser& user) {
  const pg::Rows rows = tx.run(kInsert, tenant, UserId::fresh(), account::folded_email(user.email),
                               user.display_name, user.role, user.password_hash);
  if (rows.empty()) return std::nullopt;
  return find(tx, tenant, rows[0].id<UserId>("id"));
}

std::vector<UserId> lock_administrators(pg::Tx& tx, const TenantId& tenant) {
  return pg::ids_of<UserId>(tx.run(kLockAdministrators, tenant));
}

std::optional<User> lock(pg::Tx& tx, const TenantId& tenant, const UserId& id) {
  return pg::first_of(tx.run(kLock, tenant, id), read_user);
}

void update(pg::Tx& tx, const TenantId& tenant, const UserId& id, const Change& change) {
  static_cast<void>(tx.run(kUpdate, tenant, id, change.display_name, change.role,
                           change.password_hash, change.disabled));
}

bool set_email(pg::Tx& tx, const TenantId& tenant, const UserId& id, const std::string& email) {
  try {
    return tx.run(kSetEmail, tenant, id, account::folded_email(email)).affected() == 1;
  } catch (const pg::DbError& error) {
    if (error.unique_violation()) return false;
    throw;
  }
}

void remove(pg::Tx& tx, const TenantId& tenant, const UserId& id) {
  static_cast<void>(tx.run(kForgetProvided, tenant, id));
  static_cast<void>(tx.run(kRemove, tenant, id));
}

void revoke_refresh_tokens(pg::Tx& tx, const TenantId& tenant, const UserId& id) {
  static_cast<void>(tx.run(kRevokeRefresh, tenant, id));
}

}  // namespace assay::store::users
