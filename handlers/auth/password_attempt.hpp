// SPDX-License-Identifier: Apache-2.0
// One sign-in with a password: which accounts are tried, from which browser, and which counters a
// failure raises. Slows down password guessing: counts failures, and makes the next attempt wait
// after too many.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/settings/config.hpp"
#include "db/pg/tx.hpp"
#include "db/store/access/sign_in.hpp"
#include "fcgi/request.hpp"
#include "fcgi/response.hpp"
#include "handlers/http/context.hpp"
#include "handlers/http/rate_limit.hpp"

namespace assay::handlers::throttle {

// When a counter starts to delay attempts, and for how long. All times are in seconds.
struct Rule {
  std::string_view name;     // shown to clients
  std::int64_t limit;        // failures within the window before anybody waits
  std::int64_t first_delay;  // from the newest failure on; doubles with each further failure
  std::int64_t longest_delay;
  std::int64_t window;  // older failures do not count
};

inline constexpr std::int64_t kMinute = 60;  // seconds

// Guesses from one source at one account. The longest delay equals the window, so a source gets at
// most ten guesses in 15 minutes, 40 in an hour, however patient it is.
inline constexpr Rule kPair{"failed-sign-ins", 5, 30, 15 * kMinute, 15 * kMinute};
// Guesses at one account from many addresses. One address cannot send 50 in an hour, so one address
// alone never blocks another. Beyond that an account is open to one guess a minute: 1,440 a day,
// hopeless against twelve letters, and the owner never waits longer than a minute.
inline constexpr Rule kAccount{"failed-sign-ins-of-account", 50, 5, kMinute, 60 * kMinute};
// Guesses from one address at many accounts. An office of hundreds shares an address, and its
// typing errors of an hour stay below 100. Spraying one password over accounts is limited to one
// guess a minute.
inline constexpr Rule kAddress{"failed-sign-ins-of-address", 100, 5, kMinute, 60 * kMinute};

// The delay of the next attempt after this many failures.
[[nodiscard]] std::int64_t delay_after(const Rule& rule, std::int64_t failures) noexcept;

struct Counter {
  std::string subject;  // in login_failure
  Rule rule;
};
using Counters = std::vector<Counter>;

// Counters of a sign-in based on the request alone: the pair, the account and the address. Whether
// anybody has the e-mail address, and in which tenants, does not affect what is counted, or waiting
// would reveal it. address: the client's, or "" when unknown.
[[nodiscard]] Counters of_stranger(const std::string& email, const std::string& address);
// Counters of one account whose e-mail address has others, for a password that was wrong here and
// opened another: a guess at this account alone. tenant: the account's.
[[nodiscard]] Counters of_account(const std::string& email, const std::string& tenant,
                                  const std::string& address);
// Counters of a browser that signed in to the account before. It has its own counter, so others
// cannot make it wait. secret_hash: see known_browser.
[[nodiscard]] Counters of_browser(const std::string& email, const std::string& secret_hash);
// The same for one account of several, as in of_account().
[[nodiscard]] Counters of_account_in_browser(const std::string& email, const std::string& tenant,
                                             const std::string& secret_hash);
// Counters of a signed-in person who gives the current password again. family: of the sign-in.
[[nodiscard]] Counters of_sign_in(const std::string& family);

// The wait until the next attempt is allowed, and the rule that it is for.
struct Wait {
  std::int64_t seconds = 0;  // 0: none
  Rule rule;
};
// The longest wait. Old failures expire, so nobody is locked out for good. Nothing else clears
// them: a successful sign-in may be in a tenant other than the one whose password is being guessed,
// or to another account than the one that client guesses at.
[[nodiscard]] Wait wait_of(pg::Tx& tx, const Counters& counters);
// Throws Failure RATE_LIMITED with this wait.
[[noreturn]] void refuse(const Wait& wait);
// Refuses while there is a wait. Hold a slot of AllSlots::passwords from before this call until
// add_failure(). Otherwise guesses sent all at once could all pass before the first is counted.
void check(pg::Tx& tx, const Counters& counters);
void add_failure(pg::Tx& tx, const Counters& counters);
// The limit that clients are shown: the first counter's. The others also count what other clients
// do, which must not be revealed.
[[nodiscard]] RateLimit limit_of(const Counters& counters);
// How many failures are left until the client has to wait.
[[nodiscard]] std::int64_t remaining(pg::Tx& tx, const Counters& counters);

// The network that a client's requests are counted under: an IPv4 address itself; for IPv6 the /64,
// which belongs to a single customer. An IPv4-mapped IPv6 address counts as its IPv4 address. Text
// that is not an address stays as it is.
[[nodiscard]] std::string network_of(const std::string& address);

}  // namespace assay::handlers::throttle

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

// Counts the failure, and records it in the trail of each tenant that has the address. Returns how
// many more the client may have.
[[nodiscard]] std::int64_t record_failure(const Context& context, const Attempt& attempt);

// The holder of an account with somebody else's address, in another tenant, could set its password
// to each guess in turn, and would be told of several tenants once a guess is right in both. So
// these guesses also count for the accounts that the password did not open. The other tenants'
// trails do not show that somebody signed in elsewhere.
void count_unopened(const Context& context, const Attempt& attempt,
                    const std::vector<store::access::User>& opened);

}  // namespace assay::handlers::password_attempt
