// SPDX-License-Identifier: Apache-2.0
// The table of jobs: for each kind of work, what does it and what happens when it fails.
#pragma once

#include <string_view>

#include "core/base/work_kinds.hpp"
#include "pipeline/jobs/job_context.hpp"

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

}  // namespace assay::jobs
