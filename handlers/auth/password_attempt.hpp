// SPDX-License-Identifier: Apache-2.0
// One sign-in with a password: which accounts are tried, and which counters a failure raises.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/access.hpp"
#include "handlers/auth/known_browser.hpp"
#include "handlers/auth/throttle.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers::password_attempt {

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
