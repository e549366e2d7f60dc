// SPDX-License-Identifier: Apache-2.0
// SQL of sign-in data (signing keys, refresh cookies, failures) and of idempotency keys.
#include "db/store/access.hpp"

namespace assay::store::access {
namespace {

using pg::Statement;

constexpr Statement kSigningKeys{"access_signing_keys", R"sql(
SELECT kid, private_key, public_key, retires_at IS NOT NULL AS retired,
  created_at < clock_timestamp() - interval '6 seconds' AS settled
FROM signing_key
WHERE retires_at IS NULL OR retires_at > clock_timestamp()
ORDER BY created_at DESC, kid)sql"};

constexpr Statement kAddSigningKey{
    "access_add_signing_key",
    "INSERT INTO signing_key (kid, private_key, public_key) VALUES ($1, $2, $3)"};

// Two concurrent rotations would leave two signing keys.
constexpr Statement kLockSigningKeys{"access_lock_signing_keys",
                                     "LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE"};

constexpr Statement kRetireSigningKeys{"access_retire_signing_keys", R"sql(
UPDATE signing_key SET retires_at = clock_timestamp() + $1 * interval '1 second'
WHERE retires_at IS NULL)sql"};

constexpr Statement kRetireSigningKey{"access_retire_signing_key", R"sql(
UPDATE signing_key SET retires_at = clock_timestamp()
WHERE kid = $1 AND (retires_at IS NULL OR retires_at > clock_timestamp()))sql"};

constexpr Statement kSignersLeft{
    "access_signers_left", "SELECT count(*) AS total FROM signing_key WHERE retires_at IS NULL"};

constexpr Statement kSigningKeyStates{"access_signing_key_states", R"sql(
SELECT kid, micros(created_at) AS created_at, micros(retires_at) AS retires_at,
  coalesce(retires_at <= clock_timestamp(), false) AS retired
FROM signing_key ORDER BY signing_key.created_at DESC, kid)sql"};

constexpr Statement kAddRefresh{"access_add_refresh", R"sql(
INSERT INTO refresh_token (tenant_id, token_hash, family, user_id, way, signed_in_at, expires_at)
VALUES ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp() + $6 * interval '1 second'))sql"};

constexpr Statement kRenewRefresh{"access_renew_refresh", R"sql(
INSERT INTO refresh_token (tenant_id, token_hash, family, user_id, way, signed_in_at, expires_at)
SELECT tenant_id, $3, family, user_id, way, signed_in_at,
  clock_timestamp() + $4 * interval '1 second'
FROM refresh_token WHERE tenant_id = $1 AND token_hash = $2)sql"};

constexpr Statement kForgetOldRefresh{"access_forget_old_refresh", R"sql(
DELETE FROM refresh_token
WHERE tenant_id = $1 AND user_id = $2 AND expires_at < clock_timestamp() - interval '2 days')sql"};

// A cookie's user never changes, so the user can be locked before the cookie.
constexpr Statement kLockRefreshOwner{"access_lock_refresh_owner", R"sql(
SELECT FROM app_user WHERE tenant_id = $1 AND id =
  (SELECT user_id FROM refresh_token WHERE tenant_id = $1 AND token_hash = $2)
FOR NO KEY UPDATE)sql"};

// A revoked row counts for its whole family: a successor may have been made while the family was
// being revoked.
constexpr Statement kLockRefresh{"access_lock_refresh", R"sql(
SELECT r.token_hash, r.family, r.user_id, r.way, r.spent_at IS NOT NULL AS spent,
  extract(epoch FROM clock_timestamp() - r.signed_in_at)::bigint AS age,
  coalesce(r.spent_at > clock_timestamp() - interval '10 seconds', false)
    AND r.revoked_at IS NULL AS just_spent,
  r.spent_at IS NULL AND r.revoked_at IS NULL AND r.expires_at > clock_timestamp()
    AND NOT EXISTS (SELECT FROM refresh_token o WHERE o.tenant_id = $1 AND o.family = r.family
                    AND o.revoked_at IS NOT NULL) AS live
FROM refresh_token r WHERE r.tenant_id = $1 AND r.token_hash = $2 FOR UPDATE OF r)sql"};

constexpr Statement kSpendRefresh{"access_spend_refresh", R"sql(
UPDATE refresh_token SET spent_at = clock_timestamp()
WHERE tenant_id = $1 AND token_hash = $2 AND spent_at IS NULL)sql"};

constexpr Statement kRevokeFamily{"access_revoke_family", R"sql(
UPDATE refresh_token SET revoked_at = clock_timestamp()
WHERE tenant_id = $1 AND family = $2 AND revoked_at IS NULL
RETURNING user_id)sql"};

constexpr Statement kRevokeOthers{"access_revoke_others", R"sql(
UPDATE refresh_token SET revoked_at = clock_timestamp()
WHERE tenant_id = $1 AND user_id = $2 AND family <> coalesce(nullif($3, '')::uuid,
  '00000000-0000-0000-0000-000000000000') AND revoked_at IS NULL)sql"};

constexpr Statement kStanding{"access_standing", R"sql(
SELECT role, email FROM app_user WHERE tenant_id = $1 AND id = $2 AND disabled_at IS NULL
  AND NOT EXISTS (SELECT FROM refresh_token WHERE tenant_id = $1 AND family = $3
                  AND revoked_at IS NOT NULL)
  AND EXISTS (SELECT FROM signing_key WHERE kid = $4
              AND (retires_at IS NULL OR retires_at > clock_timestamp())))sql"};

constexpr Statement kSetPassword{
    "access_set_password",
    "UPDATE app_user SET password_hash = $3 WHERE tenant_id = $1 AND id = $2"};

constexpr Statement kFailures{"access_login_failures", R"sql(
SELECT count(*) AS total,
  coalesce(extract(epoch FROM clock_timestamp() - max(failed_at)), 0)::bigint AS since_newest
FROM login_failure
WHERE subject = $1 AND failed_at > clock_timestamp() - $2 * interval '1 second')sql"};

constexpr Statement kAddFailure{"access_add_login_failure",
                                "INSERT INTO login_failure (subject) VALUES ($1)"};

constexpr Statement kForgetOldFailures{
    "access_forget_old_failures",
    "DELETE FROM login_failure WHERE failed_at < clock_timestamp() - interval '1 hour'"};

constexpr Statement kKeptAnswer{"access_kept_answer", R"sql(
SELECT request_hash, status, body FROM idempotency_key
WHERE tenant_id = $1 AND user_id = $2 AND key = $3
  AND created_at > clock_timestamp() - interval '24 hours')sql"};

constexpr Statement kForgetOldAnswer{"access_forget_old_answer", R"sql(
DELETE FROM idempotency_key
WHERE tenant_id = $1 AND user_id = $2 AND key = $3
  AND created_at <= clock_timestamp() - interval '24 hours')sql"};

constexpr Statement kKeepAnswer{"access_keep_answer", R"sql(
INSERT INTO idempotency_key (tenant_id, user_id, key, request_hash, status, body)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING)sql"};

}  // namespace

std::vector<SigningKey> signing_keys(pg::Tx& tx) {
  std::vector<SigningKey> keys;
  for (const pg::Row row : tx.run(kSigningKeys)) {
    keys.push_back({row.text("kid"), row.bytes("private_key"), row.bytes("public_key"),
                    row.boolean("retired"), row.boolean("settled")});
  }
  return keys;
}

void add_signing_key(pg::Tx& tx, const SigningKey& key) {
  static_cast<void>(
      tx.run(kAddSigningKey, key.kid, pg::Bytes{key.private_key}, pg::Bytes{key.public_key}));
}

std::int64_t rotate_signing_keys(pg::Tx& tx, const SigningKey& key,
                                 std::chrono::seconds accept_old_for) {
  static_cast<void>(tx.run(kLockSigningKeys));
  const std::int64_t old = tx.run(kRetireSigningKeys, accept_old_for.count()).affected();
  add_signing_key(tx, key);
  return old;
}

Retired retire_signing_key(pg::Tx& tx, const std::string& kid, const SigningKey& spare) {
  static_cast<void>(tx.run(kLockSigningKeys));
  if (tx.run(kRetireSigningKey, kid).affected() == 0) return {};
  if (tx.run(kSignersLeft)[0].integer("total") > 0) return {true, false};
  add_signing_key(tx, spare);
  return {true, true};
}

std::vector<SigningKeyState> signing_key_states(pg::Tx& tx) {
  std::vector<SigningKeyState> states;
  for (const pg::Row row : tx.run(kSigningKeyStates)) {
    states.push_back({row.text("kid"), row.timestamp("created_at"),
                      row.optional_timestamp("retires_at"), row.boolean("retired")});
  }
  return states;
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

pg::Question ask_standing(const TenantId& tenant, const UserId& user, const std::string& family,
                          const std::string& kid) {
  return {&kStanding, pg::Params(tenant, user, family, kid)};
}

std::optional<Standing> read_standing(const pg::Rows& rows) {
  if (rows.empty()) return std::nullopt;
  return Standing{rows[0].state<Role>("role"), rows[0].text("email")};
}

void set_password(pg::Tx& tx, const TenantId& tenant, const UserId& user, const std::string& phc) {
  static_cast<void>(tx.run(kSetPassword, tenant, user, phc));
}

Failures login_failures(pg::Tx& tx, const std::string& subject, std::chrono::seconds window) {
  const pg::Rows rows = tx.run(kFailures, subject, window.count());
  return {rows[0].integer("total"), rows[0].integer("since_newest")};
}

void add_login_failure(pg::Tx& tx, const std::string& subject) {
  static_cast<void>(tx.run(kForgetOldFailures));
  static_cast<void>(tx.run(kAddFailure, subject));
}

std::optional<KeptAnswer> kept_answer(pg::Tx& tx, const TenantId& tenant, const UserId& user,
                                      const std::string& key) {
  const pg::Rows rows = tx.run(kKeptAnswer, tenant, user, key);
  if (rows.empty()) return std::nullopt;
  return KeptAnswer{rows[0].text("request_hash"), static_cast<int>(rows[0].integer("status")),
                    rows[0].text("body")};
}

bool keep_answer(pg::Tx& tx, const TenantId& tenant, const UserId& user, const std::string& key,
                 const KeptAnswer& answer) {
  static_cast<void>(tx.run(kForgetOldAnswer, tenant, user, key));
  return tx.run(kKeepAnswer, tenant, user, key, answer.request_hash, answer.status, answer.body)
             .affected() == 1;
}

}  // namespace assay::store::access
