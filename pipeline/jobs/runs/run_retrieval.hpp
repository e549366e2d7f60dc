// SPDX-License-Identifier: Apache-2.0
// Finds which passages of a run's pinned regulatory text are relevant to which requirement. Chooses
// the hits a language model is shown: as many as its tokens hold, best first.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/runs/run_job.hpp"
#include "pipeline/search/retriever.hpp"
#include "pipeline/text/chunker.hpp"

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

// Maximum number of hits per requirement considered for a model. Hits beyond it only share a common
// word with the requirement.
inline constexpr std::size_t kMaxModelHits = 400;

// Counts the tokens of each chunk once, however many requirements it is a hit for. For one thread.
class EvidenceBudget {
 public:
  // index and count must outlive this object.
  EvidenceBudget(const search::Index& index, const text::CountTokens& count, std::size_t tokens)
      : index_(index), count_(count), tokens_(tokens) {}

  // Returns as much of `first` as fits, then the hits of `rest` that are not in it, up to the first
  // that does not fit. Returns at least one hit if there is any.
  [[nodiscard]] std::vector<search::Hit> filled(const std::vector<search::Hit>& first,
                                                const std::vector<search::Hit>& rest);

 private:
  [[nodiscard]] std::size_t cost(std::size_t row);

  const search::Index& index_;
  const text::CountTokens& count_;
  std::size_t tokens_;
  std::map<std::size_t, std::size_t> costs_;  // by row
};

}  // namespace assay::jobs
