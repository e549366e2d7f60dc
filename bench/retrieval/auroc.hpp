// SPDX-License-Identifier: Apache-2.0
// Area under the ROC curve: how often a positive scores above a negative.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace assay::bench {

// Pairs of score and label; ties count half. 0.5 when one label is absent.
[[nodiscard]] inline double auroc(std::vector<std::pair<double, bool>> scored) {
  std::ranges::sort(scored);
  double ranks = 0;
  double positives = 0;
  for (std::size_t i = 0; i < scored.size();) {
    std::size_t end = i;
    double here = 0;
    for (; end < scored.size() && scored[end].first == scored[i].first; ++end) {
      here += scored[end].second ? 1 : 0;
    }
    ranks += here * (static_cast<double>(i + 1) + static_cast<double>(end)) / 2;
    positives += here;
    i = end;
  }
  const double negatives = static_cast<double>(scored.size()) - positives;
  if (positives == 0 || negatives == 0) return 0.5;
  return (ranks - positives * (positives + 1) / 2) / (positives * negatives);
}

}  // namespace assay::bench
