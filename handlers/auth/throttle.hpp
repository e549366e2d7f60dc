// SPDX-License-Identifier: Apache-2.0
// Slows down password guessing: counts failures, and makes the next attempt wait after too many.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::handlers::throttle {

// When a counter starts to delay attempts, and for how long. All times are in seconds.
struct Rule {
  std::int64_t limit;        // failures within the window before anybody waits
  std::int64_t first_delay;  // from the newest failure on; doubles with each further failure
  std::int64_t longest_delay;
  std::int64_t window;  // older failures do not count
};

inline constexpr std::int64_t kMinute = 60;  // seconds

// Guesses from one source at one account. The longest delay equals the window, so a source gets at
// most ten guesses in 15 minutes, 40 in an hour, however patient it is.
inline constexpr Rule kPair{5, 30, 15 * kMinute, 15 * kMinute};
// Guesses at one account from many addresses. One address cannot send 50 in an hour, so one address
// alone never blocks another. Beyond that an account is open to one guess a minute: 1,440 a day,
// hopeless against twelve letters, and the owner never waits longer than a minute.
inline constexpr Rule kAccount{50, 5, kMinute, 60 * kMinute};
// Guesses from one address at many accounts. An office of hundreds shares an address, and its
// typing errors of an hour stay below 100. Spraying one password over accounts is limited to one
// guess a minute.
inline constexpr Rule kAddress{100, 5, kMinute, 60 * kMinute};

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

// Seconds until the next attempt is allowed; 0 for now. Old failures expire, so nobody is locked
// out for good. Nothing else clears them: a successful sign-in may be in another tenant than the
// one whose password is being guessed, or of another account than the one at that client.
[[nodiscard]] std::int64_t wait_of(pg::Tx& tx, const Counters& counters);
// Throws Failure RATE_LIMITED with this many seconds to wait.
[[noreturn]] void refuse(std::int64_t wait);
// Refuses while there is a wait. Hold a slot of AllSlots::passwords from before this call until
// add_failure(). Otherwise guesses sent all at once could all pass before the first is counted.
void check(pg::Tx& tx, const Counters& counters);
void add_failure(pg::Tx& tx, const Counters& counters);

// The network that a client's requests are counted under: an IPv4 address itself; for IPv6 the /64,
// which belongs to a single customer. An IPv4-mapped IPv6 address counts as its IPv4 address. Text
// that is not an address stays as it is.
[[nodiscard]] std::string network_of(const std::string& address);

}  // namespace assay::handlers::throttle
