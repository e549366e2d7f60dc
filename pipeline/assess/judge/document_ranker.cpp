// SPDX-License-Identifier: Apache-2.0
// Compares the documents found with each other.
#include "pipeline/assess/judge/document_ranker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::assess {
namespace {

BoostedTrees read(std::string_view text) {
  const Json coefficients = read_coefficients(text);
  check_signals(coefficients, kDocumentSignalNames);
  return {coefficients, std::tuple_size_v<RankerSignals>};
}

}  // namespace

std::vector<RankerSignals> ranker_signals(std::span<const DocumentSignals> documents) {
  std::vector<RankerSignals> out(documents.size());
  for (std::size_t d = 0; d < documents.size(); ++d) {
    std::ranges::copy(documents[d].values, out[d].begin());
  }
  constexpr auto kCompared = document_signals(kComparedSignals);
  for (std::size_t i = 0; i < kCompared.size(); ++i) {
    double best = -std::numeric_limits<double>::infinity();
    for (const DocumentSignals& one : documents) best = std::max(best, one.values[kCompared[i]]);
    for (std::size_t d = 0; d < documents.size(); ++d) {
      out[d][kDocumentSignals + i] = documents[d].values[kCompared[i]] - best;
    }
  }
  return out;
}

DocumentRanker::DocumentRanker(std::string_view coefficients) : trees_(read(coefficients)) {}

std::vector<double> DocumentRanker::of(std::span<const DocumentSignals> documents) const {
  std::vector<double> out;
  for (const RankerSignals& one : ranker_signals(documents)) {
    out.push_back(1 / (1 + std::exp(-trees_.of(one))));
  }
  return out;
}

}  // namespace assay::assess
