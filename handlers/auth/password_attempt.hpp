// SPDX-License-Identifier: Apache-2.0
// One sign-in with a password: which accounts are tried, from which browser, and which counters a
// failure raises.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/settings/config.hpp"
#include "db/store/access.hpp"
#include "db/store/known_browsers.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"
#include "handlers/auth/throttle.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers::known_browser {

// The cookie that identifies a browser that signed in before, so that wrong passwords sent by
// others do not make it wait. It proves nothing else and signs nobody in.
struct Browser {
  std::string secret;       // the cookie's value; 32 random bytes in base64url
  std::string secret_hash;  // its SHA-256, 32 bytes: what the database stores
  std::vector<store::known_browsers::Account> accounts;  // those it signed in to; not empty

  [[nodiscard]] bool knows(const store::access::User& user) const;
};

// The browser that sent the request; nullopt when it has no cookie, or one that no account knows.
// The cost depends on the cookie alone.
[[nodiscard]] std::optional<Browser> of(const fcgi::Request& request, pg::Tx& tx);

// A new secret for set_cookie(), for a browser that is not known yet.
[[nodiscard]] std::string fresh_secret();
[[nodiscard]] std::string hash_of(const std::string& secret);

// Records that the browser signed in as the user. The transaction acts for the user's tenant.
void remember(pg::Tx& tx, const store::access::User& user, const std::string& secret_hash);

// HttpOnly, SameSite=Strict, for /api/auth only, for 180 days.
void set_cookie(fcgi::Response& response, const std::string& secret, const Config& config);

}  // namespace assay::handlers::known_browser

namespace assay::handlers::password_attempt {

// One sign-in with a password: which accounts are tried, and which counters a failure raises.
struct Attempt {
  std::vector<store::access::User> users;
  throttle::Counters counters;
  std::optional<known_browser::Browser> browser;
};

// Throws RATE_LIMITED while there is a wait. A browser that signed in to all the accounts meant has
// a counter of its own. When it knows only some of them (an e-mail address may have accounts in
// several tenants), the others are left out while strangers have to wait: the holder of one account
// must not get extra guesses at another.
[[nodiscard]] Attempt begin(const Context& context, const std::string& email,
                            const std::optional<std::string>& tenant);

// Timing must not reveal who has an account where. A request that names a tenant costs one hash,
// whether or not the address is known there. One that names none costs two, or the next even number
// for the rare address with more accounts. Addresses with no, one and two accounts look the same.
[[nodiscard]] std::vector<store::access::User> users_with_password(
    const std::vector<store::access::User>& users, const std::string& password, bool tenant_named);

// Counts the failure, and records it in the trail of each tenant that has the address.
void record_failure(const Context& context, const Attempt& attempt);

// The holder of an account with somebody else's address, in another tenant, could set its password
// to each guess in turn, and would be told of several tenants once a guess is right in both. So
// these guesses also count for the accounts that the password did not open. The other tenants'
// trails do not show that somebody signed in elsewhere.
void count_unopened(const Context& context, const Attempt& attempt,
                    const std::vector<store::access::User>& opened);

}  // namespace assay::handlers::password_attempt
