// SPDX-License-Identifier: Apache-2.0
// Measures a ranking of documents against the relevant ones.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace assay::bench {

struct RankingScores {
  double recall = 0;  // share of the relevant documents among the first ten
  double ndcg = 0;    // at ten
  double map = 0;     // at ten
};

// ranked: best first, without duplicates. Precondition: relevant is not empty.
[[nodiscard]] RankingScores score_ranking(const std::vector<std::string>& ranked,
                                          const std::set<std::string>& relevant);

}  // namespace assay::bench
