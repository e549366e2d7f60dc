// SPDX-License-Identifier: Apache-2.0
// SQL of sign-in's data and of answers kept under idempotency keys.
#include "db/store/access/sign_in.hpp"

#include "core/crypto/account.hpp"

namespace assay::store::access {
namespace {

using pg::Statement;

constexpr Statement kUsersByEmail{"access_users_by_email", R"sql(
SELECT tenant_id, tenant_name, id, email, display_name, role, password_hash
FROM users_by_email($1))sql"};

constexpr std::string_view kSelectEnabled = R"sql(
SELECT u.tenant_id, t.name AS tenant_name, u.id, u.email, u.display_name, u.role, u.password_hash
FROM app_user u JOIN tenant t ON t.id = u.tenant_id
WHERE u.tenant_id = $1 AND u.id = $2 AND u.disabled_at IS NULL)sql";

constexpr Statement kFindUser{"access_find_user", {kSelectEnabled}};

constexpr Statement kLockUser{"access_lock_user", {kSelectEnabled, "FOR NO KEY UPDATE OF u"}};

constexpr Statement kPutUser{"access_put_user", R"sql(
INSERT INTO app_user (tenant_id, id, email, display_name, role, password_hash)
VALUES ($1, $2, $3, $4, $5, nullif($6, ''))
ON CONFLICT (tenant_id, email) WHERE deleted_at IS NULL DO UPDATE
SET display_name = excluded.display_name, role = excluded.role,
    password_hash = coalesce(excluded.password_hash, app_user.password_hash), disabled_at = NULL
RETURNING id)sql"};

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
  AND created_at > statement_timestamp() - interval '24 hours')sql"};

constexpr Statement kForgetOldAnswer{"access_forget_old_answer", R"sql(
DELETE FROM idempotency_key
WHERE tenant_id = $1 AND user_id = $2 AND key = $3
  AND created_at <= statement_timestamp() - interval '24 hours')sql"};

constexpr Statement kKeepAnswer{"access_keep_answer", R"sql(
INSERT INTO idempotency_key (tenant_id, user_id, key, request_hash, status, body)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING)sql"};

}  // namespace

std::vector<User> users_by_email_any_tenant(pg::Tx& tx, const std::string& email) {
  return pg::all_of(tx.run(kUsersByEmail, account::folded_email(email)), read_user);
}

std::optional<User> find_user(pg::Tx& tx, const TenantId& tenant, const UserId& id) {
  return pg::first_of(tx.run(kFindUser, tenant, id), read_user);
}

std::optional<User> lock_user(pg::Tx& tx, const TenantId& tenant, const UserId& id) {
  return pg::first_of(tx.run(kLockUser, tenant, id), read_user);
}

UserId put_user(pg::Tx& tx, const TenantId& tenant, const User& user) {
  return tx
      .run(kPutUser, tenant, user.id, account::folded_email(user.email), user.display_name,
           user.role, user.password_hash)[0]
      .id<UserId>("id");
}

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

namespace assay::store::known_browsers {
namespace {

using pg::Statement;

constexpr Statement kAccountsOf{"known_browsers_accounts_of",
                                "SELECT tenant_id, user_id FROM users_of_browser($1)"};

constexpr Statement kRemember{"known_browsers_remember", R"sql(
INSERT INTO known_browser (tenant_id, user_id, secret_hash) VALUES ($1, $2, $3)
ON CONFLICT (tenant_id, user_id, secret_hash) DO UPDATE SET signed_in_at = excluded.signed_in_at)sql"};

constexpr Statement kForgetOldest{"known_browsers_forget_oldest", R"sql(
DELETE FROM known_browser
WHERE tenant_id = $1 AND user_id = $2 AND secret_hash IN (
  SELECT secret_hash FROM known_browser WHERE tenant_id = $1 AND user_id = $2
  ORDER BY signed_in_at DESC OFFSET 100))sql"};

}  // namespace

std::vector<Account> accounts_of(pg::Tx& tx, const std::string& secret_hash) {
  std::vector<Account> accounts;
  for (const pg::Row row : tx.run(kAccountsOf, pg::Bytes{secret_hash})) {
    accounts.push_back({row.id<TenantId>("tenant_id"), row.id<UserId>("user_id")});
  }
  return accounts;
}

void remember(pg::Tx& tx, const Account& account, const std::string& secret_hash) {
  static_cast<void>(tx.run(kRemember, account.tenant, account.user, pg::Bytes{secret_hash}));
  static_cast<void>(tx.run(kForgetOldest, account.tenant, account.user));
}

}  // namespace assay::store::known_browsers
