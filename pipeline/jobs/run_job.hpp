// SPDX-License-Identifier: Apache-2.0
// The job of a run: its six steps in order.
#pragma once

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Resumable: finished steps and assessments stay, the rest is done. Throws JobFailure where the run
// ends FAILED; a run that was cancelled or is over is left as it is.
void process_run(const JobContext& context);

}  // namespace assay::jobs
