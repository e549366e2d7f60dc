// SPDX-License-Identifier: Apache-2.0
// SQL of sign-in attempts and of external identities.
#include "db/store/access/sign_in.hpp"

#include "core/crypto/account.hpp"

namespace assay::store::oidc {
namespace {

using pg::Statement;

constexpr Statement kForgetOld{
    "oidc_forget_old",
    "DELETE FROM oidc_attempt WHERE created_at <= clock_timestamp() - interval '10 minutes'"};

constexpr Statement kAddAttempt{"oidc_add_attempt", R"sql(
INSERT INTO oidc_attempt (state_hash, return_to, address, replaced_tenant, replaced_family,
  browser_hash)
SELECT $1, $2, $3, $5, nullif($6, '')::uuid, nullif($7::bytea, '')
WHERE (SELECT count(*) FROM oidc_attempt WHERE address = $3) < $4)sql"};

constexpr Statement kTakeAttempt{"oidc_take_attempt", R"sql(
DELETE FROM oidc_attempt WHERE state_hash = $1
RETURNING return_to, address, replaced_tenant, replaced_family,
  coalesce(browser_hash, '') AS browser_hash,
  created_at > clock_timestamp() - interval '10 minutes' AS live)sql"};

// Subjects are locked by a hash of all three parts; on a collision one merely waits.
constexpr Statement kLockSubject{"oidc_lock_subject", R"sql(
SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'oidc', $1::text, $2::text, $3::text), 0)))sql"};

// A deleted user's row stays, but no longer identifies anybody.
constexpr Statement kUnlinkDeleted{"oidc_unlink_deleted", R"sql(
DELETE FROM external_identity e USING app_user u
WHERE e.tenant_id = $1 AND e.issuer = $2 AND e.subject = $3
  AND u.tenant_id = e.tenant_id AND u.id = e.user_id AND u.deleted_at IS NOT NULL)sql"};

constexpr Statement kAccountOf{"oidc_account_of", R"sql(
SELECT u.tenant_id, t.name AS tenant_name, u.id, u.email, u.display_name, u.role,
  u.disabled_at IS NOT NULL AS disabled, true AS linked
FROM external_identity e
JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.user_id
JOIN tenant t ON t.id = u.tenant_id
WHERE e.tenant_id = $1 AND e.issuer = $2 AND e.subject = $3
FOR NO KEY UPDATE OF u)sql"};

constexpr Statement kAccountWithEmail{"oidc_account_with_email", R"sql(
SELECT u.tenant_id, t.name AS tenant_name, u.id, u.email, u.display_name, u.role,
  u.disabled_at IS NOT NULL AS disabled,
  EXISTS (SELECT FROM external_identity e
          WHERE e.tenant_id = $1 AND e.user_id = u.id AND e.issuer = $3) AS linked
FROM app_user u JOIN tenant t ON t.id = u.tenant_id
WHERE u.tenant_id = $1 AND u.email = $2 AND u.deleted_at IS NULL
FOR NO KEY UPDATE OF u)sql"};

constexpr Statement kLink{"oidc_link", R"sql(
INSERT INTO external_identity (tenant_id, user_id, issuer, subject)
VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING)sql"};

constexpr Statement kAddUser{"oidc_add_user", R"sql(
INSERT INTO app_user (tenant_id, id, email, display_name, role)
VALUES ($1, $2, $3, $4, $5) ON CONFLICT (tenant_id, email) WHERE deleted_at IS NULL DO NOTHING)sql"};

constexpr Statement kSetRole{"oidc_set_role",
                             "UPDATE app_user SET role = $3 WHERE tenant_id = $1 AND id = $2"};

std::optional<Account> first_account(const pg::Rows& rows) {
  if (rows.empty()) return std::nullopt;
  const pg::Row row = rows[0];
  Account account;
  account.user.id = row.id<UserId>("id");
  account.user.tenant = row.id<TenantId>("tenant_id");
  account.user.tenant_name = row.text("tenant_name");
  account.user.email = row.text("email");
  account.user.display_name = row.text("display_name");
  account.user.role = row.state<Role>("role");
  account.disabled = row.boolean("disabled");
  account.linked = row.boolean("linked");
  return account;
}

}  // namespace

bool add_attempt(pg::Tx& tx, const Attempt& attempt, std::int64_t max_of_address) {
  static_cast<void>(tx.run(kForgetOld));
  return tx.run(kAddAttempt, pg::Bytes{attempt.state_hash}, attempt.return_to, attempt.address,
                max_of_address, attempt.replaced_tenant, attempt.replaced_family,
                pg::Bytes{attempt.browser_secret_hash})
             .affected() == 1;
}

std::optional<Attempt> take_attempt(pg::Tx& tx, const std::string& state_hash) {
  const pg::Rows rows = tx.run(kTakeAttempt, pg::Bytes{state_hash});
  if (rows.empty() || !rows[0].boolean("live")) return std::nullopt;
  const pg::Row row = rows[0];
  return Attempt{state_hash,
                 row.text("return_to"),
                 row.text("address"),
                 row.optional_id<TenantId>("replaced_tenant"),
                 row.optional_text("replaced_family").value_or(""),
                 row.bytes("browser_hash")};
}

void lock_subject(pg::Tx& tx, const TenantId& tenant, const Subject& subject) {
  static_cast<void>(tx.run(kLockSubject, tenant, subject.issuer, subject.subject));
}

std::optional<Account> account_of(pg::Tx& tx, const TenantId& tenant, const Subject& subject) {
  static_cast<void>(tx.run(kUnlinkDeleted, tenant, subject.issuer, subject.subject));
  return first_account(tx.run(kAccountOf, tenant, subject.issuer, subject.subject));
}

std::optional<Account> account_with_email(pg::Tx& tx, const TenantId& tenant,
                                          const std::string& email, const std::string& issuer) {
  return first_account(tx.run(kAccountWithEmail, tenant, account::folded_email(email), issuer));
}

bool link(pg::Tx& tx, const TenantId& tenant, const UserId& user, const Subject& subject) {
  return tx.run(kLink, tenant, user, subject.issuer, subject.subject).affected() == 1;
}

bool add_user(pg::Tx& tx, const TenantId& tenant, const access::User& user) {
  return tx.run(kAddUser, tenant, user.id, account::folded_email(user.email), user.display_name,
                user.role)
             .affected() == 1;
}

void set_role(pg::Tx& tx, const TenantId& tenant, const UserId& user, Role role) {
  static_cast<void>(tx.run(kSetRole, tenant, user, role));
}

}  // namespace assay::store::oidc
