// SPDX-License-Identifier: Apache-2.0
// Aligning sub-checks with the verdict.
#include <algorithm>
#include <cmath>

#include "core/base/states.hpp"
#include "pipeline/assess/judge/check_reader.hpp"
#include "pipeline/assess/judge/confidence.hpp"

namespace assay::assess {

double align(std::vector<Finding>& findings, double confidence) {
  constexpr Thresholds kDefault{};
  constexpr double kBelow = 0.01;
  const bool uncited =
      std::ranges::any_of(findings, [](const Finding& one) { return one.matches.empty(); });
  if (uncited) confidence = std::min(confidence, kDefault.complete - kBelow);
  std::vector<double> values;
  for (const Finding& finding : findings) values.push_back(finding.probability);
  const double shift = PlattScaling::logit(confidence) - PlattScaling::logit(confidence_of(values));
  const bool complete = confidence >= kDefault.complete;
  const double least = complete ? constants::kMet : 0;
  const double most = confidence < kDefault.partial ? constants::kMet - kBelow : 1;
  for (Finding& finding : findings) {
    if (finding.matches.empty()) continue;
    const double moved = 1 / (1 + std::exp(-(PlattScaling::logit(finding.probability) + shift)));
    finding.probability = std::clamp(moved, least, most);
  }
  const auto weakest = std::ranges::min_element(findings, {}, &Finding::probability);
  if (!complete && weakest != findings.end()) {
    weakest->probability = std::min(weakest->probability, constants::kMet - kBelow);
  }
  for (Finding& finding : findings) finding.uncalibrated = finding.probability;
  return confidence;
}

}  // namespace assay::assess
