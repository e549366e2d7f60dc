// SPDX-License-Identifier: Apache-2.0
// The job of a run, and its six steps.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/store/runs/assessments.hpp"
#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/runs/run_state.hpp"
#include "pipeline/search/retriever.hpp"

namespace assay::jobs {

// Does the six steps in order. Resumable: finished steps and assessments stay, the rest is done.
// Throws JobFailure if the run ends FAILED; leaves a run that was cancelled or is over unchanged.
void process_run(const JobContext& context);

// Marks the run and its step in progress FAILED; false if the run is over already.
[[nodiscard]] bool fail_run(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                            std::string_view reason);

// Number of chunks per requirement that retrieval gives the built-in evaluator, with those beside
// the best. A language model gets these and, best first, as many more as ASSAY_LLM_EVIDENCE_TOKENS
// allows.
inline constexpr std::size_t kCandidates = search::kForJudging.limit;

// INGESTION: the pinned documents must be unchanged. A document deleted since is noted and the run
// goes on without it; a changed one throws JobFailure.
void ingest(const JobContext& context, RunState& state);
// RETRIEVAL: all requirements in one batch.
void retrieve(const JobContext& context, RunState& state);
// VERIFICATION: reads every candidate from the store again and compares its hash. A candidate
// deleted meanwhile is dropped; one that differs throws JobFailure.
void verify(const JobContext& context, RunState& state);

// ASSESSMENT: assesses every requirement that has no assessment and saves each result. A
// requirement that fails does not stop the others. Throws JobFailure if all of them failed.
void assess_requirements(const JobContext& context, RunState& state);

// One text for the step and the run: which requirements FAILED and why. nullopt if none did.
[[nodiscard]] std::optional<std::string> failures_of(
    const std::vector<store::assessments::Assessment>& assessments);

// TASK_GENERATION: one task per assessment that is PARTIAL or MISSING. If a task of an earlier run
// of the pack is still open for the same requirement, it is linked to this run instead.
void generate_tasks(const JobContext& context, const RunState& state);
// EXPORT: freezes the run, orders its report, completes it and ends the item, all in one
// transaction.
void export_run(const JobContext& context, const RunState& state);

}  // namespace assay::jobs
