// SPDX-License-Identifier: Apache-2.0
// The job of a reproduction: a run is evaluated again from its snapshot, and compared.
#pragma once

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Reads nothing but the run's pins and its snapshot, whose hash it checks. Done anew from the start
// after an interruption: the same snapshot gives the same result. Throws JobFailure where the
// reproduction ends FAILED: snapshot_integrity, snapshot_unreadable, model_unavailable,
// evaluator_unavailable.
void process_reproduction(const JobContext& context);

}  // namespace assay::jobs
