// SPDX-License-Identifier: Apache-2.0
// One sign-in with a password: which accounts are tried, and what a failure counts for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/access.hpp"
#include "handlers/context.hpp"
#include "handlers/known_browser.hpp"
#include "handlers/throttle.hpp"

namespace assay::handlers::password_attempt {

struct Attempt {
  std::vector<store::access::User> users;
  throttle::Counters counters;
  std::optional<known_browser::Browser> browser;
};

// Throws RATE_LIMITED while there is a wait. A browser that signed in to every account meant is
// counted by itself. Where it knows some of them (an e-mail address may have accounts in several
// tenants), the others are left out while strangers have to wait: who has one of the accounts must
// not get extra guesses at another.
[[nodiscard]] Attempt begin(const Context& context, const std::string& email,
                            const std::optional<std::string>& tenant);

// Time must not tell who has an account where. A request that names a tenant costs one hash,
// whether or not the address is known there. One that names none costs two, or the next even number
// for the rare address of more tenants than that: known to none, to one and to two look the same.
[[nodiscard]] std::vector<store::access::User> users_with_password(
    const std::vector<store::access::User>& users, const std::string& password, bool tenant_named);

// Counts the failure, and leaves a mark in the trail of each tenant that has the address.
void record_failure(const Context& context, const Attempt& attempt);

// Who has an account of somebody's address in another tenant could set its password to each guess
// in turn, and be told of several tenants once it is right in both: those guesses count too, for
// the accounts that the password did not open. The other tenants' trails are not told that somebody
// signed in elsewhere.
void count_unopened(const Context& context, const Attempt& attempt,
                    const std::vector<store::access::User>& opened);

}  // namespace assay::handlers::password_attempt
