// SPDX-License-Identifier: Apache-2.0
// The jobs that work on the record of a run that has ended, exports and reproductions, and how they
// read it: the frozen one, checked, or the current one.
#pragma once

#include <string_view>

#include "db/store/frozen.hpp"
#include "pipeline/export/report_data.hpp"
#include "pipeline/jobs/context/job_context.hpp"

namespace assay::jobs {

// Writes a run's record to a file in the blob store. Starts over after an interruption: the same
// record gives the same file. Throws JobFailure if the export ends FAILED.
void process_export(const JobContext& context);

// Marks the export FAILED; false if it is over already.
[[nodiscard]] bool fail_export(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                               std::string_view reason);

// Evaluates a run again from its snapshot and compares. Reads only the run's pins and its snapshot,
// whose hash it checks. Starts over after an interruption: the same snapshot gives the same result.
// Throws JobFailure if the reproduction ends FAILED: snapshot_integrity, snapshot_unreadable,
// model_unavailable, evaluator_unavailable.
void process_reproduction(const JobContext& context);

// Marks the reproduction FAILED; false if it is over already.
[[nodiscard]] bool fail_reproduction(pg::Tx& tx, const store::work::Claim& claim,
                                     std::string_view code, std::string_view reason);

// Precondition: the run is CAPTURED. Throws JobFailure snapshot_integrity if a check of
// store::frozen::read() fails. consequence ends the message shown to a person, for example "nothing
// was exported".
[[nodiscard]] store::frozen::Record frozen_record(const JobContext& context, pg::Tx& tx,
                                                  const store::runs::Run& run,
                                                  std::string_view consequence);

// Precondition: the run has ended and is LEGACY. Throws the same if it was frozen after all.
void require_unfrozen(const JobContext& context, pg::Tx& tx, const store::runs::Run& run,
                      std::string_view consequence);

// Returns the frozen record of a CAPTURED run, with its hash checked; for any other run, its
// current records. Throws JobFailure if the record no longer matches what was frozen.
[[nodiscard]] exports::Source export_source(const JobContext& context, const RunId& run);

}  // namespace assay::jobs
