// SPDX-License-Identifier: Apache-2.0
// Reading what an export is made from.
#pragma once

#include "pipeline/export/report_data.hpp"
#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// The frozen record of a CAPTURED run, its hash checked; the records of today of any other. Throws
// JobFailure where the record no longer is what was frozen.
[[nodiscard]] exports::Source export_source(const JobContext& context, const RunId& run);

}  // namespace assay::jobs
