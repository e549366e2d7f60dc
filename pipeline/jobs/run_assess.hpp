// SPDX-License-Identifier: Apache-2.0
// The ASSESSMENT step: every requirement that has none gets its assessment, saved as it is done.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/assessments.hpp"
#include "pipeline/jobs/job_context.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

// A requirement that fails does not stop the others. Throws
// JobFailure when all of them failed.
void assess_requirements(const JobContext& context, RunState& state);

// Which requirements FAILED and why, in one text for the step and the run; nullopt when none did.
[[nodiscard]] std::optional<std::string> failures_of(
    const std::vector<store::assessments::Assessment>& assessments);

}  // namespace assay::jobs
