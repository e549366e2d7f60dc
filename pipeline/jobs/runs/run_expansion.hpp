// SPDX-License-Identifier: Apache-2.0
// The first part of the step RETRIEVAL: phrases to search with in addition to the requirements' own
// words (ASSAY_LLM_EXPAND). Asks the language model for the phrases that nobody has asked for yet,
// and pins those that exist then. If the model fails, a run loses only the phrases.
#pragma once

#include "core/json/json.hpp"
#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/runs/run_job.hpp"

namespace assay::jobs {

// Sets state.expansions to what the run has pinned; pins it first unless RETRIEVAL was COMPLETED
// before. Throws Moved if the model is to be asked and the item is not among those that wait for
// one. Precondition: RETRIEVAL has begun and state.inputs has its requirements.
void expand(const JobContext& context, RunState& state);

// For the input of RETRIEVAL: {promptVersion, requirementIds}, the records' ids of the requirements
// with phrases; null if the run uses none.
[[nodiscard]] Json expansion_refs(const JobContext& context, const RunState& state);
// For its output: {requirementsWithout, llm: {calls, tokensIn, tokensOut, costUsd}}, llm null if
// the run asked nothing; null if the run uses none, or has recorded it already.
[[nodiscard]] Json expansion_outcome(const JobContext& context, const RunState& state);

}  // namespace assay::jobs
