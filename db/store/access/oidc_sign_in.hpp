// SPDX-License-Identifier: Apache-2.0
// The data of OpenID sign-in: attempts in progress, and links between provider and local accounts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/store/access/sign_in.hpp"

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
