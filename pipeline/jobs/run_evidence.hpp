// SPDX-License-Identifier: Apache-2.0
// The first three steps of a run: find the evidence and what of it is relevant to each requirement.
#pragma once

#include "pipeline/jobs/job_context.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

// Number of chunks per requirement that retrieval gives the built-in evaluator. A language model
// gets these and, best first, as many more as ASSAY_LLM_EVIDENCE_TOKENS allows.
inline constexpr std::size_t kCandidates = 20;

// INGESTION: the pinned documents must be unchanged. A document deleted since is noted and the run
// goes on without it; a changed one throws JobFailure.
void ingest(const JobContext& context, RunState& state);
// RETRIEVAL: all requirements in one batch.
void retrieve(const JobContext& context, RunState& state);
// VERIFICATION: reads every candidate from the store again and compares its hash. A candidate
// deleted meanwhile is dropped; one that differs throws JobFailure.
void verify(const JobContext& context, RunState& state);

}  // namespace assay::jobs
