// SPDX-License-Identifier: Apache-2.0
// The first three steps of a run: which evidence there is, and what of it bears on what.
#pragma once

#include "pipeline/jobs/job_context.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

// Chunks that retrieval hands to the built-in evaluator, per requirement. A language model gets
// these and, best first, as many more as ASSAY_LLM_EVIDENCE_TOKENS hold.
inline constexpr std::size_t kCandidates = 20;

// INGESTION: the pinned documents must be what they were. One that was deleted since is noted and
// the run goes on without it; one that changed is a fault: JobFailure.
void ingest(const JobContext& context, RunState& state);
// RETRIEVAL: all requirements in one batch.
void retrieve(const JobContext& context, RunState& state);
// VERIFICATION: every candidate is read again from the store and compared by its hash. One that was
// deleted meanwhile is dropped; one that differs is a fault: JobFailure.
void verify(const JobContext& context, RunState& state);

}  // namespace assay::jobs
