// SPDX-License-Identifier: Apache-2.0
// The job of an export: a run's record becomes a file in the blob store.
#pragma once

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Done anew from the start after an interruption: the same record gives the same file. Throws
// JobFailure where the export ends FAILED.
void process_export(const JobContext& context);

}  // namespace assay::jobs
