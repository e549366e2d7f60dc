// SPDX-License-Identifier: Apache-2.0
// Shares of the words asked for: sums over credits, the greedy choice of passages.
#include "pipeline/assess/shares.hpp"

#include <algorithm>
#include <functional>

namespace assay::assess {
namespace {

void take_most(std::vector<double>& into, const std::vector<double>& from) {
  for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

}  // namespace

double Credits::share(const std::vector<double>& credits) const {
  if (whole <= 0) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < credits.size(); ++i) sum += weights[i] * credits[i];
  return sum / whole;
}

std::vector<double> greedy(const Credits& all, std::size_t most, std::vector<double>& held) {
  held.assign(all.weights.size(), 0);
  std::vector<double> out;
  for (std::size_t k = 0; k < most; ++k) {
    double gain = 0;
    const std::vector<double>* best = nullptr;
    for (const auto& passage : all.passages) {
      double added = 0;
      for (std::size_t i = 0; i < passage.size(); ++i) {
        added += all.weights[i] * std::max(0.0, passage[i] - held[i]);
      }
      if (added <= gain) continue;
      gain = added;
      best = &passage;
    }
    if (best != nullptr) take_most(held, *best);
    out.push_back(all.share(held));
  }
  return out;
}

double in_a_row(const Credits& all, const std::vector<std::vector<std::size_t>>& runs) {
  constexpr std::size_t kInARow = 11;
  double best = 0;
  for (const auto& run : runs) {
    const std::size_t starts = run.size() > kInARow ? run.size() - kInARow + 1 : 1;
    for (std::size_t first = 0; first < starts; ++first) {
      std::vector<double> held(all.weights.size());
      for (std::size_t i = first; i < std::min(first + kInARow, run.size()); ++i) {
        take_most(held, all.passages[run[i]]);
      }
      best = std::max(best, all.share(held));
    }
  }
  return best;
}

double mean_of_best(const Credits& all, std::size_t count) {
  std::vector<double> shares;
  for (const auto& passage : all.passages) shares.push_back(all.share(passage));
  std::ranges::sort(shares, std::greater{});
  double sum = 0;
  for (std::size_t i = 0; i < std::min(count, shares.size()); ++i) sum += shares[i];
  return sum / static_cast<double>(count);
}

double in_all(const Credits& all) {
  std::vector<double> held(all.weights.size());
  for (const auto& passage : all.passages) take_most(held, passage);
  return all.share(held);
}

}  // namespace assay::assess
