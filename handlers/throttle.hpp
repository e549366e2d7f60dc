// SPDX-License-Identifier: Apache-2.0
// Slowing down guessed passwords: failures counted by account and by address.
#pragma once

#include <string>

#include "db/pg/tx.hpp"

namespace assay::handlers::throttle {

// Of one sign-in, as the request gives them: whether anybody has the address, and in which tenants,
// makes no difference to how failures are counted, or waiting would tell. address: the client's, or
// "" where unknown.
struct Subjects {
  std::string email;
  std::string address;
};

// Throws Failure RATE_LIMITED while an account or an address has to wait: with 5 failures within 15
// minutes for 30 seconds from the last one on, doubled with each further failure, up to 15 minutes.
// Never for good: each waits out its time, and old failures stop counting. Nothing else forgives
// them: a sign-in that works may be in another tenant than the one whose password is being guessed,
// or of another account than the one at that client. Hold a slot of HashSlots from before check()
// until add_failure(): guesses sent all at once then cannot all pass before the first of them has
// been counted.
void check(pg::Tx& tx, const Subjects& subjects);
void add_failure(pg::Tx& tx, const Subjects& subjects);
// For the account alone: the password opened one account of the address, and was wrong for another.
void add_partial_failure(pg::Tx& tx, const Subjects& subjects);

// What the requests of a client's address are counted for: an IPv4 address alone, of IPv6 the /64,
// which a single customer has whole. An IPv4 address within IPv6 is that IPv4 address; anything
// that is no address stays as it is.
[[nodiscard]] std::string network_of(const std::string& address);

// How long an account or address with so many failures waits after the last, in seconds.
[[nodiscard]] std::int64_t delay_after(std::int64_t failures) noexcept;

}  // namespace assay::handlers::throttle
