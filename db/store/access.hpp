// SPDX-License-Identifier: Apache-2.0
// Tenants, users, and everything sign-in keeps: keys, refresh cookies, failures, idempotency keys.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::access {

struct Tenant {
  TenantId id;
  std::string name;
};
struct EnsuredTenant {
  Tenant tenant;
  bool created = false;
};
[[nodiscard]] std::optional<Tenant> find_tenant(pg::Tx& tx, const TenantId& id);
// As assay_owner. The tenant of that name, made if missing.
[[nodiscard]] EnsuredTenant ensure_tenant(pg::Tx& tx, const std::string& name);

struct User {
  UserId id;
  TenantId tenant;
  std::string tenant_name;
  std::string email;
  std::string display_name;
  Role role = Role::Viewer;
  std::string password_hash;  // "" where the user has none
};
// Every enabled user with that address, in whichever tenant: for sign-in alone.
[[nodiscard]] std::vector<User> users_by_email_any_tenant(pg::Tx& tx, const std::string& email);
// nullopt when there is none or it is disabled.
[[nodiscard]] std::optional<User> find_user(pg::Tx& tx, const TenantId& tenant, const UserId& id);
// The same, and until the transaction ends nobody changes the row: it is disabled, or given another
// password, before or after. Lock the user before its refresh cookies, never behind them: disabling
// takes them in this order. References to the user (FOR KEY SHARE) do not wait for it.
[[nodiscard]] std::optional<User> lock_user(pg::Tx& tx, const TenantId& tenant, const UserId& id);
// The same of whom the sign-in belongs to, for who is about to end it; nothing where it is
// nobody's.
void lock_owner(pg::Tx& tx, const TenantId& tenant, const std::string& family);
// Makes the user, or updates name, role and password of the one with that address.
[[nodiscard]] UserId put_user(pg::Tx& tx, const TenantId& tenant, const User& user);

// The tenant that owns a thing: kind is document, run, assessment, task, pack or user.
[[nodiscard]] std::optional<TenantId> owner_of(pg::Tx& tx, std::string_view kind,
                                               std::string_view id);

struct SigningKey {
  std::string kid;
  std::string private_key;  // 32 bytes; Ed25519 seed
  std::string public_key;   // 32 bytes
  bool retired = false;     // verifies only
  bool settled = false;     // of a reading: known to every process that asks for unknown kids
};
// Newest first; those whose retirement has passed are left out.
[[nodiscard]] std::vector<SigningKey> signing_keys(pg::Tx& tx);
void add_signing_key(pg::Tx& tx, const SigningKey& key);
// As assay_owner. From now on this key signs; the ones before are accepted for that long. How many
// that were is told.
[[nodiscard]] std::int64_t rotate_signing_keys(pg::Tx& tx, const SigningKey& key,
                                               std::chrono::seconds accept_old_for);
// As assay_owner. Accepted no more from this moment on; false where no such key was accepted. Where
// none is left to sign, the spare one is added and signs.
struct Retired {
  bool found = false;
  bool replaced = false;  // the spare key was needed
};
[[nodiscard]] Retired retire_signing_key(pg::Tx& tx, const std::string& kid,
                                         const SigningKey& spare);
struct SigningKeyState {
  std::string kid;
  Timestamp created_at;
  std::optional<Timestamp> retires_at;
  bool retired = false;  // no longer accepted
};
// Newest first, all that ever were.
[[nodiscard]] std::vector<SigningKeyState> signing_key_states(pg::Tx& tx);

struct RefreshToken {
  std::string token_hash;  // 32 bytes
  std::string family;
  UserId user;
  bool spent = false;
  bool just_spent = false;              // within the last 10 seconds, and the family is not revoked
  bool live = false;                    // neither spent nor expired, and the family is not revoked
  SignInWay way = SignInWay::Password;  // of the family
  std::chrono::seconds age{};           // of the family: since its first token was made
};
// The first of a family: a sign-in. Takes away what of the user's has expired long ago, too.
void add_refresh_token(pg::Tx& tx, const TenantId& tenant, const std::string& token_hash,
                       const std::string& family, const UserId& user, SignInWay way,
                       std::chrono::seconds lifetime);
// Locks its user, then the row, until the transaction ends: as disabling and a new password do, so
// that whoever ends a family and whoever ends all of the user's do not wait for each other.
[[nodiscard]] std::optional<RefreshToken> lock_refresh_token(pg::Tx& tx, const TenantId& tenant,
                                                             const std::string& token_hash);
// Spends the token and adds the next of its family.
void renew_refresh_token(pg::Tx& tx, const TenantId& tenant, const std::string& token_hash,
                         const std::string& next_hash, std::chrono::seconds lifetime);
// Whose family it was; nullopt where it was revoked before, or there is none.
[[nodiscard]] std::optional<UserId> revoke_family(pg::Tx& tx, const TenantId& tenant,
                                                  const std::string& family);
// Every family of the user but that one ("" for every one). Whether there were any.
[[nodiscard]] bool revoke_other_families(pg::Tx& tx, const TenantId& tenant, const UserId& user,
                                         const std::string& kept);
// What a session of this sign-in stands for now.
struct Standing {
  Role role = Role::Viewer;
  std::string email;
};
// kid: the key that signed the session's access token.
[[nodiscard]] pg::Question ask_standing(const TenantId& tenant, const UserId& user,
                                        const std::string& family, const std::string& kid);
// From the answer: nullopt when the user is disabled or gone, the sign-in was ended, or the key is
// no longer accepted.
[[nodiscard]] std::optional<Standing> read_standing(const pg::Rows& rows);
void set_password(pg::Tx& tx, const TenantId& tenant, const UserId& user, const std::string& phc);

// Failures of a subject (see handlers/throttle.hpp) within the window, at most an hour.
struct Failures {
  std::int64_t count = 0;
  std::int64_t seconds_since_newest = 0;
};
[[nodiscard]] Failures login_failures(pg::Tx& tx, const std::string& subject,
                                      std::chrono::seconds window);
// Also removes all that are older than an hour.
void add_login_failure(pg::Tx& tx, const std::string& subject);

struct KeptAnswer {
  std::string request_hash;
  int status = 0;
  std::string body;
};
// Keys older than 24 h do not count.
[[nodiscard]] std::optional<KeptAnswer> kept_answer(pg::Tx& tx, const TenantId& tenant,
                                                    const UserId& user, const std::string& key);
// false when the key is taken (a concurrent request was first).
[[nodiscard]] bool keep_answer(pg::Tx& tx, const TenantId& tenant, const UserId& user,
                               const std::string& key, const KeptAnswer& answer);

}  // namespace assay::store::access
