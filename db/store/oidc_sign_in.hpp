// SPDX-License-Identifier: Apache-2.0
// What signing in through an OpenID provider keeps: attempts under way, and who is who there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/store/access.hpp"

namespace assay::store::oidc {

// A sign-in that has begun. state_hash: SHA-256 of the state, 32 bytes.
struct Attempt {
  std::string state_hash;
  std::string return_to;
  std::string address;  // of the browser, or what else its attempts are counted for; may be ""
  // The sign-in that this one takes the place of, if the browser had one.
  std::optional<TenantId> replaced_tenant = std::nullopt;
  std::string replaced_family = {};
  // SHA-256 of the secret of a browser that signed in before, 32 bytes; "" of any other.
  std::string browser_secret_hash = {};
};
// Forgets attempts that are older than ten minutes, then adds this one; false when its address has
// that many under way already.
[[nodiscard]] bool add_attempt(pg::Tx& tx, const Attempt& attempt, std::int64_t max_of_address);
// Ends an attempt and gives it; nullopt when there is none or it is too old. What has been taken
// once is gone.
[[nodiscard]] std::optional<Attempt> take_attempt(pg::Tx& tx, const std::string& state_hash);

// By id, else by name, whichever tenant the transaction acts for.
[[nodiscard]] std::optional<access::Tenant> tenant_named(pg::Tx& tx, const std::string& name_or_id);

struct Subject {
  std::string issuer;
  std::string subject;
};
struct Account {
  access::User user;
  bool disabled = false;
  bool linked = false;  // to some subject of the issuer asked about
};
// Until the transaction ends, others that come with the same subject wait.
void lock_subject(pg::Tx& tx, const TenantId& tenant, const Subject& subject);
// Both lock the user until the transaction ends (access::lock_user): it is disabled before or after
// it has signed in. A deleted user is nobody: its subject is free again.
[[nodiscard]] std::optional<Account> account_of(pg::Tx& tx, const TenantId& tenant,
                                                const Subject& subject);
[[nodiscard]] std::optional<Account> account_with_email(pg::Tx& tx, const TenantId& tenant,
                                                        const std::string& email,
                                                        const std::string& issuer);

// false when the user has another subject of that issuer, or the subject another user.
[[nodiscard]] bool link(pg::Tx& tx, const TenantId& tenant, const UserId& user,
                        const Subject& subject);
// A user without a password. false when the address is taken.
[[nodiscard]] bool add_user(pg::Tx& tx, const TenantId& tenant, const access::User& user);
void set_role(pg::Tx& tx, const TenantId& tenant, const UserId& user, Role role);

}  // namespace assay::store::oidc
