// SPDX-License-Identifier: Apache-2.0
// Slowing down guessed passwords: failures counted by account and by address.
#pragma once

#include <string>

#include "db/pg/tx.hpp"

namespace assay::handlers::throttle {

// Of one sign-in. email in lower case; address may be "" (unknown).
struct Subjects {
  std::string email;
  std::string address;
};

// Throws Failure RATE_LIMITED while an account or an address has to wait: with 5 failures within 15
// minutes for 30 seconds from the last one on, doubled with each further failure, up to 15 minutes.
// Never for good: each waits out its time, and old failures stop counting. Hold a slot of HashSlots
// from before check() until add_failure() or forgive(): guesses sent all at once then cannot all
// pass before the first of them has been counted.
void check(pg::Tx& tx, const Subjects& subjects);
void add_failure(pg::Tx& tx, const Subjects& subjects);
// A sign-in clears its account; an address keeps its failures, or one good account would buy
// unlimited guesses at others.
void forgive(pg::Tx& tx, const Subjects& subjects);

// How long an account or address with so many failures waits after the last, in seconds.
[[nodiscard]] std::int64_t delay_after(std::int64_t failures) noexcept;

}  // namespace assay::handlers::throttle
