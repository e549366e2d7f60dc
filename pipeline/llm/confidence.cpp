// SPDX-License-Identifier: Apache-2.0
// Implements the formula.
#include "pipeline/llm/confidence.hpp"

#include <algorithm>
#include <cmath>

namespace assay::llm {
namespace {

constexpr double kMinProbability = 0.5;
constexpr double kPartlyWeight = 0.5;
constexpr double kBandStart = 0.30;
constexpr double kBandOfBest = 0.10;
constexpr double kBandOfMean = 0.30;

double weight(const Part& part) {
  if (counts_as_met(part)) return 1;
  const bool some = part.verdict == PartVerdict::Met || part.verdict == PartVerdict::Partly;
  return some ? kPartlyWeight : 0;
}

double band(std::span<const Part> parts) {
  double best = 0;
  double sum = 0;
  for (const Part& part : parts) {
    best = std::max(best, weight(part));
    sum += weight(part);
  }
  if (best == 0) return 0;
  return kBandStart + kBandOfBest * best + kBandOfMean * sum / static_cast<double>(parts.size());
}

double least(std::span<const Part> parts, bool contradicted) {
  if (contradicted || parts.empty() || !std::ranges::all_of(parts, counts_as_met)) return 0;
  return std::ranges::min(parts, {}, &Part::probability).probability;
}

}  // namespace

bool counts_as_met(const Part& part) {
  return part.verdict == PartVerdict::Met && part.probability >= kMinProbability;
}

double confidence_of(std::span<const Part> parts, bool contradicted) {
  constexpr double kStep = 1e4;
  const double whole = std::max(band(parts), least(parts, contradicted));
  return std::round(whole * kStep) / kStep;
}

}  // namespace assay::llm
