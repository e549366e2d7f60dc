// SPDX-License-Identifier: Apache-2.0
// SQL of tenants and of their users. Row-level security shows a transaction only its own tenant;
// functions of the owner return the list of all. A whole tenant is read from whatever tables there
// are: one that is added later is exported too.
#include "db/store/access/accounts.hpp"

#include "core/crypto/account.hpp"

namespace assay::store::tenants {
namespace {

using pg::Statement;

constexpr std::string_view kSelect =
    "SELECT id, name, micros(created_at) AS created_at FROM tenant";

constexpr Statement kFind{"tenant_find", {kSelect, "WHERE id = $1"}};

constexpr Statement kByName{"tenant_by_name", {kSelect, "WHERE name = $1"}};

constexpr Statement kNamed{"tenant_named", "SELECT id FROM tenant_named($1)"};

constexpr Statement kOwnerOf{"tenant_owner_of", "SELECT tenant_of($1, $2) AS owner"};

constexpr Statement kList{"tenant_list", R"sql(
SELECT id, name, micros(created_at) AS created_at
FROM all_tenants(from_micros($1::bigint), $2::uuid, $3::integer))sql"};

constexpr Statement kCount{"tenant_count", "SELECT tenant_count() AS total"};

constexpr Statement kInsert{
    "tenant_insert", "INSERT INTO tenant (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"};

constexpr Statement kRename{"tenant_rename", "UPDATE tenant SET name = $2 WHERE id = $1"};

Tenant read_tenant(const pg::Row& row) {
  return {row.id<TenantId>("id"), row.text("name"), row.timestamp("created_at")};
}

}  // namespace

std::optional<Tenant> find(pg::Tx& tx, const TenantId& id) {
  return pg::first_of(tx.run(kFind, id), read_tenant);
}

std::optional<TenantId> named(pg::Tx& tx, const std::string& name_or_id) {
  const auto id_of = [](const pg::Row& row) { return row.id<TenantId>("id"); };
  return pg::first_of(tx.run(kNamed, name_or_id), id_of);
}

std::optional<TenantId> owner_of(pg::Tx& tx, std::string_view kind, std::string_view id) {
  return tx.run(kOwnerOf, kind, id)[0].optional_id<TenantId>("owner");
}

std::vector<Tenant> list(pg::Tx& tx, const std::optional<Position>& after, int limit) {
  return pg::all_of(tx.run(kList, pg::part_of(after, &Position::created_at),
                           pg::part_of(after, &Position::id), limit),
                    read_tenant);
}

std::int64_t count(pg::Tx& tx) {
  return pg::total_of(tx.run(kCount));
}

Ensured ensure(pg::Tx& tx, const std::string& name) {
  const bool created = insert(tx, TenantId::fresh(), name);
  return {read_tenant(tx.run(kByName, name)[0]), created};
}

bool insert(pg::Tx& tx, const TenantId& id, const std::string& name) {
  return tx.run(kInsert, id, name).affected() == 1;
}

bool rename(pg::Tx& tx, const TenantId& id, const std::string& name) {
  try {
    return tx.run(kRename, id, name).affected() == 1;
  } catch (const pg::DbError& error) {
    if (error.unique_violation()) return false;
    throw;
  }
}

}  // namespace assay::store::tenants

namespace assay::store::tenant_data {
namespace {

using pg::Statement;

constexpr Statement kTables{"tenant_data_tables", R"sql(
SELECT c.relname AS name FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  AND c.relname <> ALL ('{refresh_token,api_token,known_browser,idempotency_key,work_item,work_turn,
    span_outbox,audit_head,audit_log}')
ORDER BY c.relname)sql"};

constexpr Statement kStored{"tenant_data_stored_files", R"sql(
SELECT sha256 FROM document WHERE tenant_id = $1
UNION SELECT sha256 FROM corpus_ingestion WHERE tenant_id = $1 AND sha256 IS NOT NULL
UNION SELECT x.sha256 FROM export x WHERE x.tenant_id = $1 AND x.sha256 IS NOT NULL
  AND NOT EXISTS (SELECT FROM erased_export e WHERE e.tenant_id = $1 AND e.export_id = x.id)
ORDER BY 1)sql"};

constexpr Statement kBeingRemoved{"tenant_data_files_being_removed", R"sql(
SELECT jsonb_array_elements_text(payload -> 'sha256') AS sha256 FROM work_item
WHERE tenant_id = $1 AND kind = 'purge' AND state IN ('ready', 'running') AND payload ? 'sha256'
UNION SELECT d.sha256 FROM erased_document d
JOIN erasure e ON e.tenant_id = d.tenant_id AND e.id = d.erasure_id
WHERE d.tenant_id = $1 AND e.status <> 'COMPLETED'
UNION SELECT x.sha256 FROM erased_export r
JOIN export x ON x.tenant_id = r.tenant_id AND x.id = r.export_id
LEFT JOIN erasure e ON e.tenant_id = r.tenant_id AND e.id = r.erasure_id
WHERE r.tenant_id = $1 AND e.status <> 'COMPLETED'
ORDER BY 1)sql"};

std::vector<std::string> hashes_of(const pg::Rows& rows) {
  return pg::all_of(rows, [](const pg::Row& row) { return row.text("sha256"); });
}

}  // namespace

std::vector<std::string> tables(pg::Tx& tx) {
  return pg::all_of(tx.run(kTables), [](const pg::Row& row) { return row.text("name"); });
}

// Neither name is from a user: the table's is from the catalogue, the tenant's a parsed identifier.
void each_row(pg::Tx& tx, const TenantId& tenant, const std::string& table,
              const std::function<void(std::string_view)>& take) {
  tx.copy_out(
      "SELECT (to_jsonb(t) - 'password_hash' - 'secret' - 'previous_secret')::text FROM \"" +
          table + "\" t WHERE tenant_id = '" + tenant.value + "'",
      [&](std::span<const std::optional<std::string_view>> fields) {
        take(fields.front().value_or("{}"));
        return true;
      });
}

std::vector<std::string> stored_files(pg::Tx& tx, const TenantId& tenant) {
  return hashes_of(tx.run(kStored, tenant));
}

std::vector<std::string> files_being_removed(pg::Tx& tx, const TenantId& tenant) {
  return hashes_of(tx.run(kBeingRemoved, tenant));
}

}  // namespace assay::store::tenant_data

namespace assay::store::users {
namespace {

using pg::Statement;

constexpr std::string_view kSelect = R"sql(
SELECT u.tenant_id, u.id, u.email, u.display_name, u.role,
  u.password_hash IS NOT NULL AS has_password, micros(u.created_at) AS created_at,
  micros(u.disabled_at) AS disabled_at, micros(u.deleted_at) AS deleted_at
FROM app_user u)sql";

constexpr std::string_view kFilter = R"sql(
WHERE u.tenant_id = $1 AND u.deleted_at IS NULL AND ($2::text IS NULL OR u.role = $2)
  AND ($3::boolean IS NULL OR (u.disabled_at IS NOT NULL) = $3)
  AND ($4::text IS NULL OR position(lower($4) IN lower(u.email)) > 0
       OR position(lower($4) IN lower(u.display_name)) > 0))sql";

constexpr Statement kFind{"user_find", {kSelect, "WHERE u.tenant_id = $1 AND u.id = $2"}};

constexpr Statement kFindByEmail{
    "user_find_by_email",
    {kSelect, "WHERE u.tenant_id = $1 AND u.email = $2 AND u.deleted_at IS NULL"}};

// These locks allow new references to the user. FOR UPDATE would deadlock with a renewal of the
// user's session, which holds the cookie to be revoked and adds another.
constexpr Statement kLock{"user_lock",
                          {kSelect, "WHERE u.tenant_id = $1 AND u.id = $2 FOR NO KEY UPDATE"}};

constexpr Statement kList{"user_list", {kSelect, kFilter, R"sql(
  AND ($5::bigint IS NULL OR (u.created_at, u.id) < (from_micros($5), $6::uuid))
ORDER BY u.created_at DESC, u.id DESC LIMIT $7)sql"}};

constexpr Statement kCount{"user_count", {"SELECT count(*) AS total FROM app_user u", kFilter}};

constexpr Statement kNamed{"user_named", {kSelect, R"sql(
WHERE u.tenant_id = $1 AND (u.id = ANY($2::text[]::uuid[]) OR u.email = ANY($3::text[]))
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
  disabled_at = CASE WHEN $6::boolean IS NULL THEN disabled_at
                     WHEN $6 THEN coalesce(disabled_at, clock_timestamp()) END
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kSetEmail{"user_set_email",
                              "UPDATE app_user SET email = $3 WHERE tenant_id = $1 AND id = $2"};

constexpr Statement kForgetProvided{"user_forget_provided",
                                    "DELETE FROM scim_user WHERE tenant_id = $1 AND user_id = $2"};

constexpr Statement kRemove{"user_remove", R"sql(
UPDATE app_user SET disabled_at = coalesce(disabled_at, clock_timestamp()),
  deleted_at = clock_timestamp(), password_hash = NULL
WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kRevokeRefresh{"user_revoke_refresh_tokens", R"sql(
UPDATE refresh_token SET revoked_at = clock_timestamp()
WHERE tenant_id = $1 AND user_id = $2 AND revoked_at IS NULL)sql"};

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

}  // namespace

std::vector<User> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                       const std::optional<Position>& after, int limit) {
  return pg::all_of(
      tx.run(kList, tenant, filter.role, filter.disabled, filter.contains,
             pg::part_of(after, &Position::created_at), pg::part_of(after, &Position::id), limit),
      read_user);
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
