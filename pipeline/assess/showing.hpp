// SPDX-License-Identifier: Apache-2.0
// What the documents show of a sub-check, each by itself, and which of them shows it best.
#pragma once

#include <vector>

#include "pipeline/assess/comparer.hpp"
#include "pipeline/assess/matching.hpp"

namespace assay::assess {

// By value, then by strength, then in order of reading.
[[nodiscard]] bool stronger(const Match& a, const Match& b);

// What of a probability is left to a thing that is shown, but falls short: never so little that it
// would count as not shown.
[[nodiscard]] double cut_short(double shown, double left);

// What one document shows of a sub-check.
struct Showing {
  double probability = 0;
  double unweakened = 0;  // the same if nothing of it were weakened
  Match basis;            // the passage that it rests on
  Match strongest;        // the one that says most, weakened or not
  bool denied = false;    // that one denies the thing
};

// Of a practice: what the best document shows, since one that shows a practice names it whole,
// while among many something always has one word of it and something else another.
// matches: of the sub-check of that number, best first, not empty.
[[nodiscard]] Showing best_showing(std::size_t check, const Comparer& comparer,
                                   const Reading& reading, const Shown& shown,
                                   const std::vector<Match>& matches);

}  // namespace assay::assess
