// SPDX-License-Identifier: Apache-2.0
// SQL of what sign-in keeps: signing keys, refresh cookies, failures; and of idempotency keys.
#include "db/store/access.hpp"

namespace assay::store::access {
namespace {

using pg::Statement;

constexpr Statement kSigningKeys{"access_signing_keys", R"sql(
SELECT kid, private_key, public_key, retires_at IS NOT NULL AS retired FROM signing_key
WHERE retires_at IS NULL OR retires_at > clock_timestamp()
ORDER BY created_at DESC, kid)sql"};

constexpr Statement kAddSigningKey{
    "access_add_signing_key",
    "INSERT INTO signing_key (kid, private_key, public_key) VALUES ($1, $2, $3)"};

constexpr Statement kAddRefresh{"access_add_refresh", R"sql(
INSERT INTO refresh_token (tenant_id, token_hash, family, user_id, expires_at)
VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 second'))sql"};

constexpr Statement kLockRefresh{"access_lock_refresh", R"sql(
SELECT token_hash, family, user_id, spent_at IS NOT NULL AS spent,
  spent_at IS NULL AND revoked_at IS NULL AND expires_at > clock_timestamp() AS live
FROM refresh_token WHERE tenant_id = $1 AND token_hash = $2 FOR UPDATE)sql"};

constexpr Statement kSpendRefresh{"access_spend_refresh", R"sql(
UPDATE refresh_token SET spent_at = clock_timestamp()
WHERE tenant_id = $1 AND token_hash = $2 AND spent_at IS NULL)sql"};

constexpr Statement kRevokeFamily{"access_revoke_family", R"sql(
UPDATE refresh_token SET revoked_at = clock_timestamp()
WHERE tenant_id = $1 AND family = $2 AND revoked_at IS NULL)sql"};

constexpr Statement kFailures{"access_login_failures", R"sql(
SELECT count(*) AS total,
  coalesce(ceil(extract(epoch FROM min(failed_at) + $2 * interval '1 second'
                                   - clock_timestamp())), 0)::bigint AS wait
FROM login_failure
WHERE subject = $1 AND failed_at > clock_timestamp() - $2 * interval '1 second')sql"};

constexpr Statement kAddFailure{"access_add_login_failure",
                                "INSERT INTO login_failure (subject) VALUES ($1)"};

constexpr Statement kClearFailures{"access_clear_login_failures",
                                   "DELETE FROM login_failure WHERE subject = $1"};

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
                    row.boolean("retired")});
  }
  return keys;
}

void add_signing_key(pg::Tx& tx, const SigningKey& key) {
  static_cast<void>(
      tx.run(kAddSigningKey, key.kid, pg::Bytes{key.private_key}, pg::Bytes{key.public_key}));
}

void add_refresh_token(pg::Tx& tx, const TenantId& tenant, const std::string& token_hash,
                       const std::string& family, const UserId& user,
                       std::chrono::seconds lifetime) {
  static_cast<void>(
      tx.run(kAddRefresh, tenant, pg::Bytes{token_hash}, family, user, lifetime.count()));
}

std::optional<RefreshToken> lock_refresh_token(pg::Tx& tx, const TenantId& tenant,
                                               const std::string& token_hash) {
  const pg::Rows rows = tx.run(kLockRefresh, tenant, pg::Bytes{token_hash});
  if (rows.empty()) return std::nullopt;
  const pg::Row row = rows[0];
  return RefreshToken{row.bytes("token_hash"), row.text("family"), row.id<UserId>("user_id"),
                      row.boolean("spent"), row.boolean("live")};
}

void spend_refresh_token(pg::Tx& tx, const TenantId& tenant, const std::string& token_hash) {
  static_cast<void>(tx.run(kSpendRefresh, tenant, pg::Bytes{token_hash}));
}

void revoke_family(pg::Tx& tx, const TenantId& tenant, const std::string& family) {
  static_cast<void>(tx.run(kRevokeFamily, tenant, family));
}

Failures login_failures(pg::Tx& tx, const std::string& subject, std::chrono::seconds window) {
  const pg::Rows rows = tx.run(kFailures, subject, window.count());
  return {rows[0].integer("total"), rows[0].integer("wait")};
}

void add_login_failure(pg::Tx& tx, const std::string& subject) {
  static_cast<void>(tx.run(kAddFailure, subject));
}

void clear_login_failures(pg::Tx& tx, const std::string& subject) {
  static_cast<void>(tx.run(kClearFailures, subject));
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
