// SPDX-License-Identifier: Apache-2.0
// Reads a run's frozen record for a job.
#pragma once

#include <string_view>

#include "db/store/frozen.hpp"
#include "pipeline/jobs/job_context.hpp"

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

}  // namespace assay::jobs
