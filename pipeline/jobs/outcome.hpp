// SPDX-License-Identifier: Apache-2.0
// Ending an item other than by its own job: failed for good, with its document or run told why.
#pragma once

#include <string_view>

#include "db/pg/tx.hpp"
#include "db/store/work.hpp"

namespace assay::jobs {

// Attempts of one item that may end in errors before it fails for good.
inline constexpr int kMaxAttempts = 5;
// Workers that may die over one item, without progress between them, before it counts as poison. A
// daemon that is killed takes everything it works on with it, whoever is at fault, so a few deaths
// say little of one item.
inline constexpr int kMaxCrashes = 10;

// Marks the claim's document, run, ingestion or export FAILED with a code and a sentence for a
// person, audits that, and ends the item. In one transaction of its own; false when the claim is no
// longer held (nothing is written then).
[[nodiscard]] bool fail_for_good(pg::Connection& connection, const store::work::Claim& claim,
                                 std::string_view code, std::string_view reason);

// The same within a transaction that holds the claim.
void fail_held(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
               std::string_view reason);

// What is said of an item whose workers died kMaxCrashes times.
inline constexpr std::string_view kWorkerCrashCode = "worker_crash";
[[nodiscard]] std::string_view worker_crash_reason(store::work::Kind kind);
// What is said of an item that met an unforeseen error kMaxAttempts times.
inline constexpr std::string_view kInternalCode = "internal";
[[nodiscard]] std::string_view internal_reason(store::work::Kind kind);

}  // namespace assay::jobs
