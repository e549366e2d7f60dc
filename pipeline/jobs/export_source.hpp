// SPDX-License-Identifier: Apache-2.0
// Reads the source of an export.
#pragma once

#include "pipeline/export/report_data.hpp"
#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Returns the frozen record of a CAPTURED run, with its hash checked; for any other run, its
// current records. Throws JobFailure if the record no longer matches what was frozen.
[[nodiscard]] exports::Source export_source(const JobContext& context, const RunId& run);

}  // namespace assay::jobs
