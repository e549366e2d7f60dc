// SPDX-License-Identifier: Apache-2.0
// What a tenant's reviewers made of the built-in evaluator's confidence: a rising curve from the
// probability it gives to the one that has proved true there.
#pragma once

#include <algorithm>
#include <cmath>

namespace assay::assess {

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
