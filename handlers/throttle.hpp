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

// Throws Failure RATE_LIMITED after 5 failures within 15 minutes, until the oldest is that old.
void check(pg::Tx& tx, const Subjects& subjects);
void add_failure(pg::Tx& tx, const Subjects& subjects);
// A sign-in clears its account; an address keeps its failures, or one good account would buy
// unlimited guesses at others.
void forgive(pg::Tx& tx, const Subjects& subjects);

}  // namespace assay::handlers::throttle
