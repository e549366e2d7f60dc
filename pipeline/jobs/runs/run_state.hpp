// SPDX-License-Identifier: Apache-2.0
// What a run's steps pass on to each other, and how each is begun and ended. All of it can be
// rebuilt from the store, which is how a killed worker's run is resumed.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/thresholds.hpp"
#include "db/store/evidence/corpora.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/store/runs/runs.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/jobs/context/index_cache.hpp"
#include "pipeline/jobs/context/job_context.hpp"

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
  std::vector<store::packs::Requirement> requirements;
  std::vector<store::runs::PinnedDocument> documents;
  std::vector<store::runs::PinnedDocument> gone;    // deleted since the run was created
  std::vector<store::left_out::Document> left_out;  // never in documents
  std::optional<store::glossaries::Glossary> glossary;
  IndexCache::Shared index;
  std::size_t searched_chunks = 0;  // chunks in index
  std::optional<PinnedCorpus> corpus;
  std::vector<RequirementInput> inputs;  // one per requirement, in the same order
  // Time of the batch that retrieved for all requirements; counts against each one's budget.
  std::chrono::milliseconds retrieval_time{0};

  std::string evaluator_version;
  std::optional<assess::Calibration> calibration;

  [[nodiscard]] Thresholds thresholds() const {
    return {run.threshold_complete, run.threshold_partial};
  }
};

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

}  // namespace assay::jobs
