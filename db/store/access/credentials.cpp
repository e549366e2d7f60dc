// SPDX-License-Identifier: Apache-2.0
// SQL of refresh cookies and of API tokens.
#include "db/store/access/credentials.hpp"

#include <algorithm>

namespace assay::store::access {
namespace {

using pg::Statement;

constexpr Statement kLockOwner{"access_lock_owner", R"sql(
SELECT FROM app_user WHERE tenant_id = $1
  AND id = (SELECT user_id FROM refresh_token WHERE tenant_id = $1 AND family = $2 LIMIT 1)
FOR NO KEY UPDATE)sql"};

constexpr Statement kAddRefresh{"access_add_refresh", R"sql(
INSERT INTO refresh_token (tenant_id, token_hash, family, user_id, way, signed_in_at, expires_at)
VALUES ($1, $2, $3, $4, $5, statement_timestamp(), statement_timestamp() + $6 * interval '1 second'))sql"};

constexpr Statement kRenewRefresh{"access_renew_refresh", R"sql(
INSERT INTO refresh_token (tenant_id, token_hash, family, user_id, way, signed_in_at, expires_at)
SELECT tenant_id, $3, family, user_id, way, signed_in_at,
  statement_timestamp() + $4 * interval '1 second'
FROM refresh_token WHERE tenant_id = $1 AND token_hash = $2
RETURNING 1)sql"};

constexpr Statement kForgetOldRefresh{"access_forget_old_refresh", R"sql(
DELETE FROM refresh_token
WHERE tenant_id = $1 AND user_id = $2 AND expires_at < statement_timestamp() - interval '2 days')sql"};

// A cookie's user never changes, so the user can be locked before the cookie.
constexpr Statement kLockRefreshOwner{"access_lock_refresh_owner", R"sql(
SELECT FROM app_user WHERE tenant_id = $1 AND id =
  (SELECT user_id FROM refresh_token WHERE tenant_id = $1 AND token_hash = $2)
FOR NO KEY UPDATE)sql"};

// A revoked row counts for its whole family: a successor may have been made while the family was
// being revoked.
constexpr Statement kLockRefresh{"access_lock_refresh", R"sql(
SELECT r.token_hash, r.family, r.user_id, r.way, r.spent_at IS NOT NULL AS spent,
  extract(epoch FROM statement_timestamp() - r.signed_in_at)::bigint AS age,
  coalesce(r.spent_at > statement_timestamp() - interval '10 seconds', false)
    AND r.revoked_at IS NULL AS just_spent,
  r.spent_at IS NULL AND r.revoked_at IS NULL AND r.expires_at > statement_timestamp()
    AND NOT EXISTS (SELECT FROM refresh_token o WHERE o.tenant_id = $1 AND o.family = r.family
                    AND o.revoked_at IS NOT NULL) AS live
FROM refresh_token r WHERE r.tenant_id = $1 AND r.token_hash = $2 FOR UPDATE OF r)sql"};

constexpr Statement kSpendRefresh{"access_spend_refresh", R"sql(
UPDATE refresh_token SET spent_at = statement_timestamp()
WHERE tenant_id = $1 AND token_hash = $2 AND spent_at IS NULL)sql"};

constexpr Statement kRevokeFamily{"access_revoke_family", R"sql(
UPDATE refresh_token SET revoked_at = statement_timestamp()
WHERE tenant_id = $1 AND family = $2 AND revoked_at IS NULL
RETURNING user_id)sql"};

constexpr Statement kRevokeOthers{"access_revoke_others", R"sql(
UPDATE refresh_token SET revoked_at = statement_timestamp()
WHERE tenant_id = $1 AND user_id = $2 AND family <> coalesce(nullif($3, '')::uuid,
  '00000000-0000-0000-0000-000000000000') AND revoked_at IS NULL)sql"};

constexpr Statement kRights{"access_standing", R"sql(
SELECT role, email FROM app_user WHERE tenant_id = $1 AND id = $2 AND disabled_at IS NULL
  AND NOT EXISTS (SELECT FROM refresh_token WHERE tenant_id = $1 AND family = $3
                  AND revoked_at IS NOT NULL)
  AND EXISTS (SELECT FROM signing_key WHERE kid = $4
              AND (retires_at IS NULL OR retires_at > statement_timestamp())))sql"};

}  // namespace

void lock_owner(pg::Tx& tx, const TenantId& tenant, const std::string& family) {
  static_cast<void>(tx.run(kLockOwner, tenant, family));
}

void add_refresh_token(pg::Tx& tx, const TenantId& tenant, const std::string& token_hash,
                       const std::string& family, const UserId& user, SignInWay way,
                       std::chrono::seconds lifetime) {
  static_cast<void>(tx.run(kForgetOldRefresh, tenant, user));
  static_cast<void>(
      tx.run(kAddRefresh, tenant, pg::Bytes{token_hash}, family, user, way, lifetime.count()));
}

std::optional<RefreshToken> lock_refresh_token(pg::Tx& tx, const TenantId& tenant,
                                               const std::string& token_hash) {
  static_cast<void>(tx.run(kLockRefreshOwner, tenant, pg::Bytes{token_hash}));
  const pg::Rows rows = tx.run(kLockRefresh, tenant, pg::Bytes{token_hash});
  if (rows.empty()) return std::nullopt;
  const pg::Row row = rows[0];
  return RefreshToken{row.bytes("token_hash"),     row.text("family"),
                      row.id<UserId>("user_id"),   row.boolean("spent"),
                      row.boolean("just_spent"),   row.boolean("live"),
                      row.state<SignInWay>("way"), std::chrono::seconds(row.integer("age"))};
}

void renew_refresh_token(pg::Tx& tx, const TenantId& tenant, const std::string& token_hash,
                         const std::string& next_hash, std::chrono::seconds lifetime) {
  static_cast<void>(tx.run(kSpendRefresh, tenant, pg::Bytes{token_hash}));
  static_cast<void>(
      tx.run(kRenewRefresh, tenant, pg::Bytes{token_hash}, pg::Bytes{next_hash}, lifetime.count()));
}

std::optional<UserId> revoke_family(pg::Tx& tx, const TenantId& tenant, const std::string& family) {
  const pg::Rows rows = tx.run(kRevokeFamily, tenant, family);
  if (rows.empty()) return std::nullopt;
  return rows[0].id<UserId>("user_id");
}

bool revoke_other_families(pg::Tx& tx, const TenantId& tenant, const UserId& user,
                           const std::string& kept) {
  return tx.run(kRevokeOthers, tenant, user, kept).affected() > 0;
}

pg::Question ask_rights(const TenantId& tenant, const UserId& user, const std::string& family,
                        const std::string& kid) {
  return {&kRights, pg::Params(tenant, user, family, kid)};
}

std::optional<Rights> read_rights(const pg::Rows& rows) {
  if (rows.empty()) return std::nullopt;
  return Rights{rows[0].state<Role>("role"), rows[0].text("email")};
}

}  // namespace assay::store::access

namespace assay::store::tokens {
namespace {

using pg::Statement;

constexpr Statement kInsert{"token_insert", R"sql(
INSERT INTO api_token (tenant_id, id, user_id, name, role, token_hash, expires_at, scope)
VALUES ($1, $2, $3, $4, $5, $6, from_micros($7), $8))sql"};

constexpr std::string_view kSelect = R"sql(
SELECT t.id, t.user_id, u.email, t.name, t.role, t.scope, micros(t.created_at) AS created_at,
  micros(t.expires_at) AS expires_at, micros(t.last_used_at) AS last_used_at
FROM api_token t JOIN app_user u ON u.tenant_id = t.tenant_id AND u.id = t.user_id
WHERE t.tenant_id = $1)sql";

constexpr Statement kFind{"token_find", {kSelect, "AND t.id = $2"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "token_list",
                                     .select = std::string(kSelect),
                                     .filter = "AND ($2::uuid IS NULL OR t.user_id = $2)",
                                     .id = "t.id",
                                     .parameters = 2,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kRemove{"token_remove",
                            "DELETE FROM api_token WHERE tenant_id = $1 AND id = $2"};

constexpr Statement kByHash{"token_by_hash", "SELECT tenant_id, id FROM api_token_by_hash($1)"};

constexpr Statement kRights{"token_standing", R"sql(
SELECT t.user_id, u.email, t.role, u.role AS user_role, t.scope, micros(t.expires_at) AS expires_at,
  coalesce(t.last_used_at < statement_timestamp() - interval '1 minute', true) AS use_unnoted
FROM api_token t JOIN app_user u ON u.tenant_id = t.tenant_id AND u.id = t.user_id
WHERE t.tenant_id = $1 AND t.id = $2 AND (u.disabled_at IS NULL OR t.scope = 'SCIM')
  AND (t.expires_at IS NULL OR t.expires_at > statement_timestamp()))sql"};

// If several processes see an old use at the same time, only one records the new one.
constexpr Statement kNoteUse{"token_note_use", R"sql(
UPDATE api_token SET last_used_at = statement_timestamp()
WHERE tenant_id = $1 AND id = $2
  AND (last_used_at IS NULL OR last_used_at < statement_timestamp() - interval '1 minute'))sql"};

Token read(const pg::Row& row) {
  return {row.id<ApiTokenId>("id"),
          row.id<UserId>("user_id"),
          row.text("email"),
          row.text("name"),
          row.state<Role>("role"),
          row.state<TokenScope>("scope"),
          row.timestamp("created_at"),
          row.optional_timestamp("expires_at"),
          row.optional_timestamp("last_used_at")};
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const NewToken& token) {
  static_cast<void>(tx.run(kInsert, tenant, token.id, token.user, token.name, token.role,
                           pg::Bytes{token.hash}, token.expires_at, token.scope));
}

std::optional<Token> find(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read);
}

pg::PartOf<Token> list(pg::Tx& tx, const TenantId& tenant, const std::optional<UserId>& user,
                       const pg::Part& part) {
  return ordered().rows(tx, part, read, tenant, user);
}

bool remove(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id) {
  return tx.run(kRemove, tenant, id).affected() == 1;
}

std::optional<Named> by_hash(pg::Tx& tx, const std::string& hash) {
  const pg::Rows rows = tx.run(kByHash, pg::Bytes{hash});
  if (rows.empty()) return std::nullopt;
  return Named{rows[0].id<TenantId>("tenant_id"), rows[0].id<ApiTokenId>("id")};
}

pg::Question ask_rights(const TenantId& tenant, const ApiTokenId& id) {
  return {&kRights, pg::Params(tenant, id)};
}

std::optional<Rights> read_rights(const pg::Rows& rows) {
  if (rows.empty()) return std::nullopt;
  const pg::Row row = rows[0];
  const auto scope = row.state<TokenScope>("scope");
  Role role = row.state<Role>("role");
  if (scope == TokenScope::Api) role = std::min(role, row.state<Role>("user_role"));
  return Rights{row.id<UserId>("user_id"),
                row.text("email"),
                role,
                scope,
                row.optional_timestamp("expires_at"),
                row.boolean("use_unnoted")};
}

void note_use(pg::Tx& tx, const TenantId& tenant, const ApiTokenId& id) {
  static_cast<void>(tx.run(kNoteUse, tenant, id));
}

}  // namespace assay::store::tokens
