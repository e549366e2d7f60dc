// SPDX-License-Identifier: Apache-2.0
// Computes a requirement's confidence from its sub-checks' probabilities, and adjusts it by the
// curve fitted to a tenant's reviews. Holds the version of the evaluator.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

namespace assay::assess {

// Raised with every change that moves a verdict, never with one that moves or renames code: a
// tenant's calibration and the reproductions of its runs belong to one version.
// tests/assess/golden_verdicts.json holds verdicts of this version; a test compares.
inline constexpr std::string_view kEvaluatorVersion = "6";

namespace constants {

// A requirement is no better than its weakest sub-check allows: with this, COMPLETE at 0.75 needs
// each of them at 0.69 or more.
inline constexpr double kCapWithoutWeakest = 0.20;
// And no worse than this share of its best one: a sub-check that alone would be COMPLETE (0.75), or
// is shown but contradicted, makes the whole PARTIAL (0.40).
inline constexpr double kBestShare = 0.61;
// A sub-check counts as met from here on, and the whole is then shown in part.
inline constexpr double kMet = 0.55;
inline constexpr double kLeastInPart = 0.40;
// Passages below the first strength are not cited, unless the sub-check has at least the second
// probability; above the third, they are near misses.
inline constexpr double kCited = 0.34;
inline constexpr double kCitedAnyway = 0.30;
inline constexpr double kNearMiss = 0.22;
// Without any citation the confidence stays below every sensible threshold for PARTIAL.
inline constexpr double kWithoutCitation = 0.20;

}  // namespace constants

// Rounds as probabilities are reported: to four decimals.
[[nodiscard]] inline double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

// The requirement's confidence, from its sub-checks' probabilities. Precondition: there is at least
// one.
[[nodiscard]] inline double confidence_of(std::span<const double> checks) {
  double sum = 0;
  double least = 1;
  double best = 0;
  for (const double check : checks) {
    sum += check;
    least = std::min(least, check);
    best = std::max(best, check);
  }
  const double mean = sum / static_cast<double>(checks.size());
  const double capped =
      std::min(mean, constants::kCapWithoutWeakest + (1 - constants::kCapWithoutWeakest) * least);
  const double in_part = checks.size() > 1 && best >= constants::kMet ? constants::kLeastInPart : 0;
  return std::max({capped, constants::kBestShare * best, in_part});
}

// A calibration curve: rises from the probability that the built-in evaluator gives to the share of
// reviewers' decisions that agreed with it.
//
// Platt, "Probabilistic Outputs for Support Vector Machines" (1999): a logistic function, here of
// the logit, so that slope 1 and intercept 0 change nothing. It rises as long as slope > 0.
struct PlattScaling {
  double slope = 1;
  double intercept = 0;

  // Confidences have four decimals: none is nearer to 0 or 1 than half of the last.
  static constexpr double kEdge = 0.00005;

  [[nodiscard]] static double logit(double probability) {
    const double inside = std::clamp(probability, kEdge, 1 - kEdge);
    return std::log(inside / (1 - inside));
  }
  [[nodiscard]] double of(double probability) const {
    if (slope == 1 && intercept == 0) return probability;
    return 1 / (1 + std::exp(-(slope * logit(probability) + intercept)));
  }
};

struct Calibration {
  int version = 0;          // the tenant's own count
  PlattScaling confidence;  // that it is fully satisfied
  PlattScaling supported;   // that it is satisfied at least in part
};

}  // namespace assay::assess
