// SPDX-License-Identifier: Apache-2.0
// Storing what came of one requirement, and adding up what the model cost.
#pragma once

#include <vector>

#include "db/store/assessments.hpp"
#include "pipeline/jobs/job_context.hpp"
#include "pipeline/jobs/run_evaluate.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

// The assessment, its exchanges with a model, and the spans of both. One that is there already was
// saved by a former worker: it stays, and nothing is written.
void save_evaluation(const JobContext& context, pg::Tx& tx, const RunState& state,
                     const Evaluated& one);

// {calls, tokensIn, tokensOut, costUsd} over a run's assessments, null each where a part of it is
// not known; null where no model was asked.
[[nodiscard]] Json llm_totals(const std::vector<store::assessments::Assessment>& saved);

}  // namespace assay::jobs
