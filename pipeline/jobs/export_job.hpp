// SPDX-License-Identifier: Apache-2.0
// Runs the job of an export: writes a run's record to a file in the blob store.
#pragma once

#include <string_view>

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Starts over after an interruption: the same record gives the same file. Throws JobFailure if the
// export ends FAILED.
void process_export(const JobContext& context);

// Marks the export FAILED; false if it is over already.
[[nodiscard]] bool fail_export(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                               std::string_view reason);

}  // namespace assay::jobs
