// SPDX-License-Identifier: Apache-2.0
// From reviewers' decisions to a calibration of the built-in evaluator, and what it is worth.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/thresholds.hpp"
#include "pipeline/assess/calibration.hpp"

namespace assay::calibration {

// Below that many a fit says more about chance than about the evaluator.
inline constexpr std::size_t kLeastDecisions = 50;

// What a reviewer held true of an assessment, beside what the evaluator said before calibration.
struct Decision {
  std::string requirement;  // decisions on the same one are not independent
  double confidence = 0;
  double supported = 0;
  bool cited = false;  // without a citation the confidence is a rule's, and has its ceiling
  AssessmentStatus held = AssessmentStatus::Missing;  // never FAILED
  Thresholds limits;                                  // of its run
};

// One curve, and what is wrong with probabilities without it and with it: the mean distance between
// what is said and what is true over bins of equal counts, and the mean logarithmic loss. With it:
// by cross-validation, each fold predicted from the others; all decisions on a requirement are in
// one fold.
struct FittedCurve {
  assess::PlattScaling scaling;
  double error_before = 0;
  double error_after = 0;
  double loss_before = 0;
  double loss_after = 0;
  // By both measures.
  [[nodiscard]] bool improves() const {
    return error_after < error_before && loss_after < loss_before;
  }
};

struct Fit {
  FittedCurve confidence;
  FittedCurve supported;
  // Mean squared distance of the statuses given, by each run's own thresholds, from those held: 0
  // where all are the same, 1 where each is COMPLETE for MISSING. The second by cross-validation.
  double status_error_before = 0;
  double status_error_after = 0;
  // Better probabilities may cost a few statuses at the edge of a threshold, but who accepts nearly
  // every status must not find others after the next run: not beyond kMaxStatusLoss times the
  // error that there was.
  static constexpr double kMaxStatusLoss = 1.25;
  [[nodiscard]] bool improves() const {
    return confidence.improves() && status_error_after <= kMaxStatusLoss * status_error_before;
  }
};

// Depends on the decisions and their order alone. Precondition: there is one.
[[nodiscard]] Fit fit(std::span<const Decision> decisions);

}  // namespace assay::calibration
