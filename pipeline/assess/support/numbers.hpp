// SPDX-License-Identifier: Apache-2.0
// Places of signals, and sums over them. Sums run in order, so that every machine gets the same.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

namespace assay::assess {

// The place of a signal among the names of its table; an unknown name does not compile.
template <std::size_t N>
[[nodiscard]] consteval std::size_t place_of(const std::array<std::string_view, N>& names,
                                             std::string_view name) {
  const auto at = std::ranges::find(names, name);
  if (at == names.end()) throw "no such signal";
  return static_cast<std::size_t>(at - names.begin());
}

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
