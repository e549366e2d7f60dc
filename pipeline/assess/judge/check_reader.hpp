// SPDX-License-Identifier: Apache-2.0
// Sub-checks read beside sentences and chunks: what shows each of them best, what stands against
// it, and what all of that comes to for the verdict.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipeline/assess/judge/evidence.hpp"
#include "pipeline/assess/support/sub_checks.hpp"

namespace assay::assess {

// A sentence or a row that shows a sub-check, or contradicts it.
struct Match {
  std::size_t passage = 0;  // of Reading::passages
  double strength = 0;      // how much, with its chunk and its document, 0..1
};

// What was found of a sub-check.
struct Finding {
  double probability = 0;      // that it is met
  double uncalibrated = 0;     // the same before a tenant's calibration: what is cited goes by it
  std::vector<Match> matches;  // best first, at most kKeptMatches
  // The sentence that has most of its words and concepts, whether it shows it or not; none where
  // hardly one is there.
  std::optional<Match> nearest;
  std::optional<Match> contradiction;
  std::vector<std::string> missing;  // its words that no match has, as written
};

inline constexpr std::size_t kKeptMatches = 5;

struct ReadChecks {
  CheckSignals signals{};
  std::vector<Finding> findings;  // of each sub-check, in order
};

// checks: at least one. Sentences are read of the chunks that show most.
[[nodiscard]] ReadChecks read_checks(std::span<const SubCheck> checks, const Evidence& evidence,
                                     const Reading& reading, std::span<const Candidate> candidates);

// Moves the findings' probabilities so that they come to the confidence: all sub-checks are met
// where it is COMPLETE under the default thresholds, none where it is MISSING, not all in between.
// Returns the confidence, which stays below COMPLETE where a sub-check has nothing to cite.
[[nodiscard]] double align(std::vector<Finding>& findings, double confidence);

}  // namespace assay::assess
