// SPDX-License-Identifier: Apache-2.0
// Shares of the words asked for (sums over credits, the greedy choice of passages) and BM25.
#include "pipeline/assess/support/features.hpp"

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

// A chunk counts if one of its passages does, without the words of the others.
double FeatureReader::best_bm25(const std::vector<Asked>& asked,
                                const std::vector<bool>& counted) const {
  constexpr double kSaturation = 1.2;
  constexpr double kByLength = 0.75;
  // Words. Among a few short notes one more would otherwise change what the others are worth.
  constexpr double kLeastMean = 120;
  std::vector<std::size_t> chunks;
  double mean = 0;
  for (std::size_t c = 0; c < reading_.chunks.size(); ++c) {
    const ChunkReading& chunk = reading_.chunks[c];
    if (std::ranges::none_of(chunk.passages, [&](std::size_t p) { return counted[p]; })) continue;
    chunks.push_back(c);
    mean += static_cast<double>(chunk.length);
  }
  mean /= static_cast<double>(std::max<std::size_t>(chunks.size(), 1));
  mean = std::max(mean, kLeastMean);
  double whole = 0;
  double best = 0;
  for (const Asked& one : asked) whole += one.weight;
  for (const std::size_t c : chunks) {
    const double length = static_cast<double>(reading_.chunks[c].length) / mean;
    const double dampened = kSaturation * (1 - kByLength + kByLength * length);
    double sum = 0;
    for (const Asked& one : asked) {
      double count = one.row->counts[c];
      for (const std::size_t passage : reading_.chunks[c].passages) {
        if (!counted[passage]) count -= one.row->exact[passage];
      }
      count = std::max(count, 0.0);
      sum += one.weight * count * (kSaturation + 1) / (count + dampened);
    }
    best = std::max(best, sum);
  }
  return whole > 0 ? best / whole : 0;
}

}  // namespace assay::assess
