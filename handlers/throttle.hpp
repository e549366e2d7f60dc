// SPDX-License-Identifier: Apache-2.0
// Slowing down guessed passwords: failures are counted, and too many make the next attempt wait.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::handlers::throttle {

// When a counter starts to make attempts wait, and for how long. All times are in seconds.
struct Rule {
  std::int64_t limit;        // failures within the window before anybody waits
  std::int64_t first_delay;  // from the newest failure on; doubles with each further failure
  std::int64_t longest_delay;
  std::int64_t window;  // older failures do not count
};

// Guesses of one source at one account. With the longest delay as long as the window, a source gets
// at most ten guesses in 15 minutes, 40 in an hour, however patient it is.
inline constexpr Rule kPair{5, 30, 15 * 60, 15 * 60};
// Guesses at one account from many addresses. 50 in an hour is more than one address can send, so
// one address alone never holds up another. Beyond that an account is open to one guess a minute:
// 1,440 a day, hopeless against twelve letters, and the owner never waits for longer than a minute.
inline constexpr Rule kAccount{50, 5, 60, 60 * 60};
// Guesses from one address at many accounts. An office of hundreds shares an address, and their
// typing errors of an hour stay below 100; who sprays one password over accounts is down to one a
// minute.
inline constexpr Rule kAddress{100, 5, 60, 60 * 60};

// How long the next attempt waits after so many failures.
[[nodiscard]] std::int64_t delay_after(const Rule& rule, std::int64_t failures) noexcept;

struct Counter {
  std::string subject;  // in login_failure
  Rule rule;
};
using Counters = std::vector<Counter>;

// Of a sign-in that the request alone tells about: the pair, the account and the address. Whether
// anybody has the e-mail address, and in which tenants, makes no difference to what is counted, or
// waiting would tell. address: the client's, or "" where unknown.
[[nodiscard]] Counters of_stranger(const std::string& email, const std::string& address);
// Of one account of an e-mail address that has others, which a password opened that was wrong here:
// a guess at this account alone. tenant: the account's.
[[nodiscard]] Counters of_account(const std::string& email, const std::string& tenant,
                                  const std::string& address);
// Of a browser that signed in to the account before. It has a counter to itself, so others cannot
// make it wait. secret_hash: see known_browser.
[[nodiscard]] Counters of_browser(const std::string& email, const std::string& secret_hash);
// The same for one account of several, as of_account().
[[nodiscard]] Counters of_account_in_browser(const std::string& email, const std::string& tenant,
                                             const std::string& secret_hash);
// Of a person who is signed in and gives the current password again. family: of the sign-in.
[[nodiscard]] Counters of_sign_in(const std::string& family);

// Seconds until the next attempt may be made; 0 for now. Old failures stop counting, so nobody is
// locked out for good. Nothing else forgives them: a sign-in that works may be in another tenant
// than the one whose password is being guessed, or of another account than the one at that client.
[[nodiscard]] std::int64_t wait_of(pg::Tx& tx, const Counters& counters);
// Throws Failure RATE_LIMITED: to be tried again after so many seconds.
[[noreturn]] void refuse(std::int64_t wait);
// Refuses while there is a wait. Hold a slot of AllSlots::passwords from before
// this until add_failure(): guesses sent all at once then cannot all pass before the first has been
// counted.
void check(pg::Tx& tx, const Counters& counters);
void add_failure(pg::Tx& tx, const Counters& counters);

// What the requests of a client's address are counted for: an IPv4 address alone, of IPv6 the /64,
// which a single customer has whole. An IPv4 address within IPv6 is that IPv4 address; anything
// that is no address stays as it is.
[[nodiscard]] std::string network_of(const std::string& address);

}  // namespace assay::handlers::throttle
