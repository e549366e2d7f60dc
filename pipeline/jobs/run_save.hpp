// SPDX-License-Identifier: Apache-2.0
// Stores the result of one requirement, and adds up the model's cost.
#pragma once

#include <vector>

#include "db/store/assessments.hpp"
#include "pipeline/jobs/job_context.hpp"
#include "pipeline/jobs/run_evaluate.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

// Saves the assessment, its exchanges with a model, and the spans of both. If an earlier worker
// saved it already, that one stays and nothing is written.
void save_evaluation(const JobContext& context, pg::Tx& tx, const RunState& state,
                     const Evaluated& one);

// {calls, tokensIn, tokensOut, costUsd} over a run's assessments; a sum is null if a part of it is
// not known. null if no model was asked.
[[nodiscard]] Json llm_totals(const std::vector<store::assessments::Assessment>& saved);

}  // namespace assay::jobs
