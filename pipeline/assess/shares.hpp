// SPDX-License-Identifier: Apache-2.0
// Shares of the words asked for, over one passage, several, or so many in a row.
#pragma once

#include <cstddef>
#include <vector>

namespace assay::assess {

// Credits of all words asked for, passage by passage, and what they weigh. Passages that do not
// count have none.
struct Credits {
  std::vector<std::vector<double>> passages;
  std::vector<double> weights;
  double whole = 0;

  // Of what all of them weigh.
  [[nodiscard]] double share(const std::vector<double>& credits) const;
};

// Shares after one, two, ... passages, each chosen for what it adds; `held` has their credits.
[[nodiscard]] std::vector<double> greedy(const Credits& all, std::size_t most,
                                         std::vector<double>& held);

// The best share that eleven passages in a row hold together.
[[nodiscard]] double in_a_row(const Credits& all,
                              const std::vector<std::vector<std::size_t>>& runs);

[[nodiscard]] double mean_of_best(const Credits& all, std::size_t count);

// What all passages hold together.
[[nodiscard]] double in_all(const Credits& all);

}  // namespace assay::assess
