// SPDX-License-Identifier: Apache-2.0
// Tenants, users, and sign-in's data: keys, refresh cookies, failures, idempotency keys.
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
// As assay_owner. Returns the tenant of that name, created if missing.
[[nodiscard]] EnsuredTenant ensure_tenant(pg::Tx& tx, const std::string& name);

struct User {
  UserId id;
  TenantId tenant;
  std::string tenant_name;
  std::string email;
  std::string display_name;
  Role role = Role::Viewer;
  std::string password_hash;  // "" if the user has none
};
// Every enabled user with that address, in any tenant. Only for sign-in.
[[nodiscard]] std::vector<User> users_by_email_any_tenant(pg::Tx& tx, const std::string& email);
// nullopt if the user does not exist or is disabled.
[[nodiscard]] std::optional<User> find_user(pg::Tx& tx, const TenantId& tenant, const UserId& id);
// The same, and locks the row until the transaction ends: disabling or a new password comes before
// or after. Lock the user before its refresh cookies, never after: disabling locks in this order.
// References to the user (FOR KEY SHARE) do not wait for the lock.
[[nodiscard]] std::optional<User> lock_user(pg::Tx& tx, const TenantId& tenant, const UserId& id);
// Locks the user that the sign-in belongs to, in the same way; call it before ending the sign-in.
// Does nothing if the sign-in belongs to nobody.
void lock_owner(pg::Tx& tx, const TenantId& tenant, const std::string& family);
// Creates the user, or updates name, role and password of the user with that address.
[[nodiscard]] UserId put_user(pg::Tx& tx, const TenantId& tenant, const User& user);

// The tenant that owns an object: kind is document, run, assessment, task, pack or user.
[[nodiscard]] std::optional<TenantId> owner_of(pg::Tx& tx, std::string_view kind,
                                               std::string_view id);

struct SigningKey {
  std::string kid;
  std::string private_key;  // 32 bytes; Ed25519 seed
  std::string public_key;   // 32 bytes
  bool retired = false;     // only verifies
  bool settled = false;     // of a key read: known to every process that asks for unknown kids
};
// Newest first; omits those whose retirement time has passed.
[[nodiscard]] std::vector<SigningKey> signing_keys(pg::Tx& tx);
void add_signing_key(pg::Tx& tx, const SigningKey& key);
// As assay_owner. This key signs from now on; earlier keys are accepted for that long. Returns the
// number of earlier keys.
[[nodiscard]] std::int64_t rotate_signing_keys(pg::Tx& tx, const SigningKey& key,
                                               std::chrono::seconds accept_old_for);
// As assay_owner. The key is no longer accepted, effective immediately; false if no such key was
// accepted. If no signing key is left, the spare key is added and signs.
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
// All keys ever, newest first.
[[nodiscard]] std::vector<SigningKeyState> signing_key_states(pg::Tx& tx);

struct RefreshToken {
  std::string token_hash;  // 32 bytes
  std::string family;
  UserId user;
  bool spent = false;
  bool just_spent = false;              // within the last 10 seconds, and the family is not revoked
  bool live = false;                    // neither spent nor expired, and the family is not revoked
  SignInWay way = SignInWay::Password;  // of the family
  std::chrono::seconds age{};           // of the family: since its first token was created
};
// Adds the first token of a family: a sign-in. Also deletes the user's long-expired tokens.
void add_refresh_token(pg::Tx& tx, const TenantId& tenant, const std::string& token_hash,
                       const std::string& family, const UserId& user, SignInWay way,
                       std::chrono::seconds lifetime);
// Locks the token's user, then the row, until the transaction ends. Disabling and a new password
// lock in the same order, so that ending one family and ending all of a user's do not deadlock.
[[nodiscard]] std::optional<RefreshToken> lock_refresh_token(pg::Tx& tx, const TenantId& tenant,
                                                             const std::string& token_hash);
// Spends the token and adds the next one of its family.
void renew_refresh_token(pg::Tx& tx, const TenantId& tenant, const std::string& token_hash,
                         const std::string& next_hash, std::chrono::seconds lifetime);
// Returns the family's user; nullopt if it was already revoked or does not exist.
[[nodiscard]] std::optional<UserId> revoke_family(pg::Tx& tx, const TenantId& tenant,
                                                  const std::string& family);
// Revokes every family of the user but that one ("" for all). Returns whether there were any.
[[nodiscard]] bool revoke_other_families(pg::Tx& tx, const TenantId& tenant, const UserId& user,
                                         const std::string& kept);
// What a session of this sign-in currently stands for.
struct Standing {
  Role role = Role::Viewer;
  std::string email;
};
// kid: the key that signed the session's access token.
[[nodiscard]] pg::Question ask_standing(const TenantId& tenant, const UserId& user,
                                        const std::string& family, const std::string& kid);
// Reads the answer: nullopt if the user is disabled or gone, the sign-in was ended, or the key is
// no longer accepted.
[[nodiscard]] std::optional<Standing> read_standing(const pg::Rows& rows);
void set_password(pg::Tx& tx, const TenantId& tenant, const UserId& user, const std::string& phc);

// Failures of a subject (see handlers/auth/throttle.hpp) within the window, at most an hour.
struct Failures {
  std::int64_t count = 0;
  std::int64_t seconds_since_newest = 0;
};
[[nodiscard]] Failures login_failures(pg::Tx& tx, const std::string& subject,
                                      std::chrono::seconds window);
// Also removes all failures older than an hour.
void add_login_failure(pg::Tx& tx, const std::string& subject);

struct KeptAnswer {
  std::string request_hash;
  int status = 0;
  std::string body;
};
// Ignores keys older than 24 h.
[[nodiscard]] std::optional<KeptAnswer> kept_answer(pg::Tx& tx, const TenantId& tenant,
                                                    const UserId& user, const std::string& key);
// Returns false if the key is taken (a concurrent request was first).
[[nodiscard]] bool keep_answer(pg::Tx& tx, const TenantId& tenant, const UserId& user,
                               const std::string& key, const KeptAnswer& answer);

}  // namespace assay::store::access
