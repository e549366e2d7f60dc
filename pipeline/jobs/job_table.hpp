// SPDX-License-Identifier: Apache-2.0
// The table of jobs: for each kind of work, what does it and what happens when it fails.
#pragma once

#include <string_view>

#include "core/base/work_kinds.hpp"
#include "db/pg/tx.hpp"
#include "db/store/work.hpp"
#include "pipeline/jobs/context/job_context.hpp"

namespace assay::jobs {

struct Job {
  WorkKind kind;
  void (*run)(const JobContext& context);
  // Marks what the item is about FAILED, in the transaction that fails the item. Returns false if
  // it is over already, and nothing is audited then. Null: failures of this kind are in the log
  // only.
  bool (*fail)(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
               std::string_view reason) = nullptr;
  // What the item is about, in the audit trail; the action is object_type + ".failed".
  std::string_view object_type = {};
  // Whether its failures are counted in assay_failures_total here. Those of runs are counted from
  // their traces.
  bool counted = false;
  // For a person: what to do after too many workers died over the item, and after too many internal
  // errors.
  std::string_view crash_reason;
  std::string_view internal_reason;
};

[[nodiscard]] const Job& job_of(WorkKind kind);

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
