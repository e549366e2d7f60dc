// SPDX-License-Identifier: Apache-2.0
// The sentences that show a sub-check best, whatever its words: rules find what is said in the
// requirement's words, fitted models what is said in others.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/judge/evidence.hpp"
#include "pipeline/assess/support/matching.hpp"

namespace assay::assess {

// A sentence or a row, read beside a sub-check.
struct ReadSentence {
  std::size_t passage = 0;  // of Reading::passages
  double strength = 0;      // how much it shows, with its chunk and its document, 0..1
};

// What was read beside the sub-checks, in their order.
struct ReadChecks {
  CheckSignals signals{};
  std::vector<std::vector<ReadSentence>> sentences;  // of each, best first
};

// checks: at least one. Only the chunks that show most are read sentence by sentence.
[[nodiscard]] ReadChecks read_checks(std::span<const SubCheck> checks, const Evidence& evidence,
                                     const Reading& reading, std::span<const Candidate> candidates,
                                     const StemWeight& weight);

// Adds the best sentences to the findings of each sub-check, in front.
void add_sentences(const ReadChecks& read, const Reading& reading,
                   std::span<const Candidate> candidates, std::vector<Finding>& findings);

// Moves the findings' probabilities so that they come to the confidence: all sub-checks are met
// where it is COMPLETE under the default thresholds, none where it is MISSING, not all in between.
// Returns the confidence, which stays below COMPLETE where a sub-check has nothing to cite.
[[nodiscard]] double align(std::vector<Finding>& findings, double confidence);

}  // namespace assay::assess
