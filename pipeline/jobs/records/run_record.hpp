// SPDX-License-Identifier: Apache-2.0
// Reads the record of a run that has ended: the frozen one, checked, or the current one.
#pragma once

#include <string_view>

#include "db/store/frozen.hpp"
#include "pipeline/export/report_data.hpp"
#include "pipeline/jobs/context/job_context.hpp"

namespace assay::jobs {

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
