// SPDX-License-Identifier: Apache-2.0
// Estimates which of the documents found are about the requirement at all: among many documents,
// most chunks belong to documents on something else. Coefficients are data (ranker.json, written by
// bench/judgement/train/fit_verdict.py) and are compiled in.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/assess/judge/boosted_trees.hpp"
#include "pipeline/assess/support/document_signals.hpp"

namespace assay::assess {

// For these signals, the distance to the best document counts as well ("cosine_behind").
inline constexpr auto kComparedSignals = std::to_array<std::string_view>({
    "cosine",
    "cosine_3",
    "words",
    "meaning",
    "concepts",
    "pairs",
    "all_words",
    "all_meaning",
    "file_words",
    "file_meaning",
    "heading_words",
    "heading_meaning",
    "some",
    "some_sum",
});
using RankerSignals = std::array<double, kDocumentSignals + kComparedSignals.size()>;

// The signals of each document, in order.
[[nodiscard]] std::vector<RankerSignals> ranker_signals(std::span<const DocumentSignals> documents);

class DocumentRanker {
 public:
  // Throws std::runtime_error that says what is wrong with the coefficients.
  explicit DocumentRanker(std::string_view coefficients);
  // The compiled-in ranker.
  [[nodiscard]] static const DocumentRanker& shipped();

  // For each document, in order: the probability that it is about the requirement.
  [[nodiscard]] std::vector<double> of(std::span<const DocumentSignals> documents) const;

 private:
  BoostedTrees trees_;
};

}  // namespace assay::assess
