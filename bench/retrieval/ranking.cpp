// SPDX-License-Identifier: Apache-2.0
// Computes recall, nDCG and mean average precision at ten.
#include "bench/retrieval/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace assay::bench {

RankingScores score_ranking(const std::vector<std::string>& ranked,
                            const std::set<std::string>& relevant) {
  constexpr std::size_t kDepth = 10;
  double found = 0;
  double gain = 0;
  double precision = 0;
  for (std::size_t i = 0; i < ranked.size() && i < kDepth; ++i) {
    if (!relevant.contains(ranked[i])) continue;
    found += 1;
    gain += 1 / std::log2(static_cast<double>(i) + 2);
    precision += found / (static_cast<double>(i) + 1);
  }
  const std::size_t reachable = std::min(kDepth, relevant.size());
  double ideal = 0;
  for (std::size_t i = 0; i < reachable; ++i) ideal += 1 / std::log2(static_cast<double>(i) + 2);
  return {found / static_cast<double>(relevant.size()), gain / ideal,
          precision / static_cast<double>(reachable)};
}

}  // namespace assay::bench
