// SPDX-License-Identifier: Apache-2.0
// Weights of words; a phrase weighs what its most telling word does.
#include "pipeline/assess/weights.hpp"

#include <algorithm>
#include <string_view>

namespace assay::assess {

double word_weight(const Word& word, const StemWeight& weight) {
  constexpr double kLeast = 0.5;
  double most = 0;
  std::string_view rest = word.stem;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    most = std::max(most, weight ? weight(rest.substr(0, end)) : 1.0);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::max(most, kLeast) * commonness(word.stem);
}

}  // namespace assay::assess
