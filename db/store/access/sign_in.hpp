// SPDX-License-Identifier: Apache-2.0
// Sign-in's data: users as it sees them, the browsers they used, signing keys and failures; OpenID
// attempts in progress, and links between provider and local accounts. Answers kept under
// idempotency keys.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::access {

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
// Creates the user, or updates name, role and password of the user with that address.
[[nodiscard]] UserId put_user(pg::Tx& tx, const TenantId& tenant, const User& user);
void set_password(pg::Tx& tx, const TenantId& tenant, const UserId& user, const std::string& phc);

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

// Failures of a subject (see handlers/auth/password_attempt.hpp) within the window, at most an
// hour.
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

namespace assay::store::known_browsers {

struct Account {
  TenantId tenant;
  UserId user;
};
// The accounts that the browser with this secret signed in to within the last 180 days, in any
// tenant. secret_hash: SHA-256, 32 bytes. Works in a transaction without a tenant.
[[nodiscard]] std::vector<Account> accounts_of(pg::Tx& tx, const std::string& secret_hash);

// Records a sign-in of this browser to the account. Keeps the 100 browsers of an account that
// signed in most recently. The transaction acts for the tenant.
void remember(pg::Tx& tx, const Account& account, const std::string& secret_hash);

}  // namespace assay::store::known_browsers

namespace assay::store::oidc {

// A sign-in that has begun. state_hash: SHA-256 of the state, 32 bytes.
struct Attempt {
  std::string state_hash;
  std::string return_to;
  std::string address;  // of the browser, or another key for counting its attempts; may be ""
  // The sign-in that this one replaces, if the browser had one.
  std::optional<TenantId> replaced_tenant = std::nullopt;
  std::string replaced_family = {};
  // SHA-256 of the secret of a browser that signed in before, 32 bytes; "" for any other.
  std::string browser_secret_hash = {};
};
// Deletes attempts older than ten minutes, then adds this one. Returns false if its address already
// has that many in progress.
[[nodiscard]] bool add_attempt(pg::Tx& tx, const Attempt& attempt, std::int64_t max_of_address);
// Removes an attempt and returns it; nullopt if there is none or it is too old. An attempt can be
// taken only once.
[[nodiscard]] std::optional<Attempt> take_attempt(pg::Tx& tx, const std::string& state_hash);

struct Subject {
  std::string issuer;
  std::string subject;
};
struct Account {
  access::User user;
  bool disabled = false;
  bool linked = false;  // to some subject of the given issuer
};
// Makes other transactions with the same subject wait until this one ends.
void lock_subject(pg::Tx& tx, const TenantId& tenant, const Subject& subject);
// Both lock the user until the transaction ends (access::lock_user): disabling happens before or
// after the sign-in. A deleted user does not count: its subject is free again.
[[nodiscard]] std::optional<Account> account_of(pg::Tx& tx, const TenantId& tenant,
                                                const Subject& subject);
[[nodiscard]] std::optional<Account> account_with_email(pg::Tx& tx, const TenantId& tenant,
                                                        const std::string& email,
                                                        const std::string& issuer);

// Returns false if the user has another subject of that issuer, or the subject another user.
[[nodiscard]] bool link(pg::Tx& tx, const TenantId& tenant, const UserId& user,
                        const Subject& subject);
// Adds a user without a password. Returns false if the address is taken.
[[nodiscard]] bool add_user(pg::Tx& tx, const TenantId& tenant, const access::User& user);
void set_role(pg::Tx& tx, const TenantId& tenant, const UserId& user, Role role);

}  // namespace assay::store::oidc
