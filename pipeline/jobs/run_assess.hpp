// SPDX-License-Identifier: Apache-2.0
// The ASSESSMENT step: assesses every requirement that has no assessment and saves each result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/assessments.hpp"
#include "pipeline/jobs/job_context.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

// A requirement that fails does not stop the others. Throws JobFailure if all of them failed.
void assess_requirements(const JobContext& context, RunState& state);

// One text for the step and the run: which requirements FAILED and why. nullopt if none did.
[[nodiscard]] std::optional<std::string> failures_of(
    const std::vector<store::assessments::Assessment>& assessments);

}  // namespace assay::jobs
