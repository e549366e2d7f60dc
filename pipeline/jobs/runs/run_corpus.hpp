// SPDX-License-Identifier: Apache-2.0
// Finds which passages of a run's pinned regulatory text are relevant to which requirement.
#pragma once

#include <span>

#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/runs/run_state.hpp"
#include "pipeline/search/query.hpp"

namespace assay::jobs {

// Maximum number of corpus passages that an evaluator is given for one requirement.
inline constexpr std::size_t kRegulationPassages = 3;

// Sets state.corpus if the run pins an activation. Throws JobFailure if its passages differ from
// what was activated, or have no vectors for the run's model.
void load_corpus(const JobContext& context, RunState& state);
// Sets each requirement's regulation: the best passages whose cosine reaches the run's threshold.
// queries: one per requirement, in the same order. Precondition: load_corpus was called.
void find_regulation(RunState& state, std::span<const search::Query> queries);

// The pinned corpus, for the frozen record; null without one.
[[nodiscard]] Json frozen_corpus(const RunState& state);
// [{passageId, sha256, score}]: equal for equal inputs.
[[nodiscard]] Json regulation_refs(const assess::RequirementText& requirement);
// [{corpusId, ingestionId, passageId, headingPath, pageNumber, score, text}].
[[nodiscard]] Json regulation_details(const RunState& state,
                                      const assess::RequirementText& requirement);

}  // namespace assay::jobs
