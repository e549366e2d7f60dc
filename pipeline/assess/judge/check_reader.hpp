// SPDX-License-Identifier: Apache-2.0
// Compares sub-checks with sentences and chunks: what shows each of them best, what contradicts it,
// and which signals for the verdict follow.
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

// What was found for a sub-check.
struct Finding {
  double probability = 0;      // that it is met
  double uncalibrated = 0;     // before a tenant's calibration; decides what is cited
  std::vector<Match> matches;  // best first, at most kKeptMatches
  // The sentence with most of its words and concepts, whether it shows the sub-check or not; none
  // if hardly any occur.
  std::optional<Match> nearest;
  std::optional<Match> contradiction;
  std::vector<std::string> missing;  // its words that no match has, as written
};

inline constexpr std::size_t kKeptMatches = 5;

struct ReadChecks {
  CheckSignals signals{};
  std::vector<Finding> findings;  // of each sub-check, in order
};

// checks: at least one. Reads the sentences of the chunks that show most.
[[nodiscard]] ReadChecks read_checks(std::span<const SubCheck> checks, const Evidence& evidence,
                                     const Reading& reading, std::span<const Candidate> candidates);

// Adjusts the findings' probabilities to the confidence: all sub-checks are met if it is COMPLETE
// under the default thresholds, none if it is MISSING, and not all in between. Returns the
// confidence, which stays below COMPLETE if a sub-check has nothing to cite.
[[nodiscard]] double align(std::vector<Finding>& findings, double confidence);

}  // namespace assay::assess
