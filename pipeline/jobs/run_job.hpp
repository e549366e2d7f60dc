// SPDX-License-Identifier: Apache-2.0
// Runs the job of a run: its six steps in order.
#pragma once

#include <string_view>

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Resumable: finished steps and assessments stay, the rest is done. Throws JobFailure if the run
// ends FAILED; leaves a run that was cancelled or is over unchanged.
void process_run(const JobContext& context);

// Marks the run and its step in progress FAILED; false if the run is over already.
[[nodiscard]] bool fail_run(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                            std::string_view reason);

}  // namespace assay::jobs
