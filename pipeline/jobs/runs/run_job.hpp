// SPDX-License-Identifier: Apache-2.0
// The job of a run, its six steps, what they pass on to each other, and how each is begun and
// ended. All of it can be rebuilt from the store, which is how a killed worker's run is resumed.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/states.hpp"
#include "db/store/evidence/corpora.hpp"
#include "db/store/packs/expansions.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/runs.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/jobs/context/caches.hpp"
#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/search/retriever.hpp"

namespace assay::jobs {

// What an evaluator is given for one requirement.
struct RequirementInput {
  assess::RequirementText text;
  std::vector<assess::Candidate> candidates;
  std::string hash;  // SHA-256 of the whole input: equal inputs, equal hash
};

// The regulatory text in force when the run was created.
struct PinnedCorpus {
  store::corpora::Activation activation;
  store::corpora::Corpus corpus;
  store::ingestions::Ingestion ingestion;
  IndexCache::Shared index;  // over its passages
};

struct RunState {
  store::runs::Run run;
  std::set<StepName> done;  // steps COMPLETED before, which keep their records
  std::string assessment_span_id;
  std::string retrieval_span_id;
  std::vector<store::packs::Requirement> requirements;
  std::vector<store::runs::PinnedDocument> documents;
  std::vector<store::runs::PinnedDocument> gone;    // deleted since the run was created
  std::vector<store::left_out::Document> left_out;  // never in documents
  std::optional<store::glossaries::Glossary> glossary;
  std::vector<store::expansions::Expansion> expansions;  // of those requirements that have one
  IndexCache::Shared index;
  std::size_t searched_chunks = 0;  // chunks in index
  std::optional<PinnedCorpus> corpus;
  std::vector<RequirementInput> inputs;  // one per requirement, in the same order
  // Each requirement's share of the batch that retrieved for all; counts against its budget.
  std::chrono::milliseconds retrieval_share{0};
  std::chrono::milliseconds asking{0};  // time in which a model was asked for phrases
  // The time that all steps before judging took in this daemon, without asking for phrases. Another
  // daemon would need about as long.
  std::chrono::milliseconds preparation{0};

  std::string evaluator_version;
  std::optional<assess::Calibration> calibration;

  [[nodiscard]] Thresholds thresholds() const {
    return {run.threshold_complete, run.threshold_partial};
  }
};

// The run with what it pins, for steps that are still to come. Throws ClaimLost if it is gone.
[[nodiscard]] RunState load_run(const JobContext& context, const RunId& id);
// This daemon must have exactly what was pinned; anything else would give other verdicts. Throws
// JobFailure.
void check_pins(const JobContext& context, const RunState& state);
// Sets state.calibration to the pinned one.
void load_calibration(pg::Tx& tx, RunState& state);

// Leaves regulation empty.
[[nodiscard]] assess::RequirementText text_of(const store::packs::Requirement& requirement);

// SHA-256 over the text, the candidates' ids, contents and scores, and the regulation.
[[nodiscard]] std::string input_hash(const RequirementInput& input);

// Start and complete a step of the run, unless it was COMPLETED before: then they only check the
// claim, and its record stays.
void begin_step(const JobContext& context, const RunState& state, StepName step,
                const Json& input_refs);
void end_step(const JobContext& context, const RunState& state, StepName step,
              const Json& output_refs,
              const std::optional<std::string>& error_details = std::nullopt);

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
// Other daemons may judge some of them, see run_sharing.hpp.
void assess_requirements(const JobContext& context, RunState& state);

// The job of a batch: judges the requirements of a run that another daemon works on. Throws
// JobFailure if they cannot be judged here exactly as there; the run's own daemon then does it.
void process_batch(const JobContext& context);
// Its evaluation: assesses all of state's requirements that have no assessment, saving each result.
void assess_batch(const JobContext& context, const RunState& state);

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
