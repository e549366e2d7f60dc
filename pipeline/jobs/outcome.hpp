// SPDX-License-Identifier: Apache-2.0
// Ends an item outside its own job: it fails for good, and what it is about records why.
#pragma once

#include <string_view>

#include "db/pg/tx.hpp"
#include "db/store/work.hpp"

namespace assay::jobs {

// Maximum attempts of one item that end in errors before it fails for good.
inline constexpr int kMaxAttempts = 5;
// Maximum number of workers that die over one item, without progress between, before it counts as
// poison. A killed daemon takes all its items with it, whichever is at fault, so a few deaths say
// little about one item.
inline constexpr int kMaxCrashes = 10;

// Marks what the claim is about FAILED (its job's `fail`, job_table.hpp) with a code and a message
// for a person, audits that, and ends the item, in a transaction of its own. Returns false, with
// nothing written, if the claim is no longer held.
[[nodiscard]] bool fail_for_good(pg::Connection& connection, const store::work::Claim& claim,
                                 std::string_view code, std::string_view reason);

// Does the same within a transaction that holds the claim.
void fail_held(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
               std::string_view reason);

// The code of an item whose workers died kMaxCrashes times. The job has the reason.
inline constexpr std::string_view kWorkerCrashCode = "worker_crash";
// The code of an item that met an unexpected error kMaxAttempts times. The job has the reason.
inline constexpr std::string_view kInternalCode = "internal";

}  // namespace assay::jobs
