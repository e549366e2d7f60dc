// SPDX-License-Identifier: Apache-2.0
// Fits a calibration of the built-in evaluator to reviewers' decisions, and measures its value.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/base/states.hpp"
#include "pipeline/assess/judge/confidence.hpp"

namespace assay::calibration {

// With fewer decisions, a fit says more about chance than about the evaluator.
inline constexpr std::size_t kLeastDecisions = 50;

// A reviewer's decision on an assessment, and what the evaluator said before calibration.
struct Decision {
  std::string requirement;  // decisions on the same one are not independent
  double confidence = 0;
  double supported = 0;
  bool cited = false;  // without a citation the confidence is a rule's, and has its ceiling
  AssessmentStatus held = AssessmentStatus::Missing;  // never FAILED
  Thresholds limits;                                  // of its run
};

// One curve, and the errors of the probabilities without and with it: the mean distance between
// probability and truth over bins of equal counts, and the mean logarithmic loss. The errors with
// it are cross-validated: each fold is predicted from the others, and all decisions on a
// requirement are in one fold.
struct FittedCurve {
  assess::PlattScaling scaling;
  double error_before = 0;
  double error_after = 0;
  double loss_before = 0;
  double loss_after = 0;
  // True when both measures improve.
  [[nodiscard]] bool improves() const {
    return error_after < error_before && loss_after < loss_before;
  }
};

struct Fit {
  FittedCurve confidence;
  FittedCurve supported;
  // Mean squared distance between the given statuses (by each run's own thresholds) and the
  // reviewers': 0 when all agree, 1 when each is COMPLETE for MISSING. The second is
  // cross-validated.
  double status_error_before = 0;
  double status_error_after = 0;
  // Better probabilities may cost a few statuses near a threshold. But a reviewer who accepts
  // nearly every status must not find others after the next run, so the status error may grow to at
  // most kMaxStatusLoss times its old value.
  static constexpr double kMaxStatusLoss = 1.25;
  [[nodiscard]] bool improves() const {
    return confidence.improves() && status_error_after <= kMaxStatusLoss * status_error_before;
  }
};

// Depends only on the decisions and their order. Precondition: there is at least one.
[[nodiscard]] Fit fit(std::span<const Decision> decisions);

}  // namespace assay::calibration
