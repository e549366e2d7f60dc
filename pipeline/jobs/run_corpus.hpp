// SPDX-License-Identifier: Apache-2.0
// The regulatory text that a run has pinned: what of it bears on which requirement.
#pragma once

#include <span>

#include "pipeline/jobs/job_context.hpp"
#include "pipeline/jobs/run_state.hpp"
#include "pipeline/search/retriever.hpp"

namespace assay::jobs {

// Passages of the corpus that an evaluator is given for one requirement, at most.
inline constexpr std::size_t kRegulationPassages = 3;

// Sets state.corpus where the run pins an activation. Throws JobFailure when its passages are not
// what was activated, or not there for the run's model.
void load_corpus(const JobContext& context, RunState& state);
// Sets each requirement's regulation: the best passages whose cosine reaches the run's threshold.
// queries: one per requirement, in the same order. Precondition: load_corpus was called.
void find_regulation(RunState& state, std::span<const search::Query> queries);

// What was pinned, for the frozen record: null without a corpus.
[[nodiscard]] Json frozen_corpus(const RunState& state);
// [{passageId, sha256, score}]: what equal inputs have in common.
[[nodiscard]] Json regulation_refs(const assess::RequirementText& requirement);
// [{corpusId, ingestionId, passageId, headingPath, pageNumber, score, text}].
[[nodiscard]] Json regulation_details(const RunState& state,
                                      const assess::RequirementText& requirement);

}  // namespace assay::jobs
