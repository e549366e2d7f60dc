// SPDX-License-Identifier: Apache-2.0
// Sums over signals. Sums run in order, so that every machine gets the same.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace assay::assess {

// 0 of none, likewise below.
[[nodiscard]] inline double highest_of(const std::vector<double>& values) {
  return values.empty() ? 0 : std::ranges::max(values);
}

[[nodiscard]] inline double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

[[nodiscard]] inline double mean_of(const std::vector<double>& values) {
  return values.empty() ? 0 : sum_of(values) / static_cast<double>(values.size());
}

// Of a probability, kept within 0.0001 and 0.9999.
[[nodiscard]] inline double log_odds(double probability) {
  constexpr double kEdge = 1e-4;
  const double inside = std::clamp(probability, kEdge, 1 - kEdge);
  return std::log(inside / (1 - inside));
}

}  // namespace assay::assess
