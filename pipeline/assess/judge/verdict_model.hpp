// SPDX-License-Identifier: Apache-2.0
// Predicts a requirement's status from what was found for it: the document that is most probably
// about it, all chunks, each weighted by the probability that its document is, and the sub-checks.
// Coefficients are data (verdict.json, written by bench/judgement/train/fit_verdict.py) and are
// compiled in.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/assess/judge/boosted_trees.hpp"
#include "pipeline/assess/support/document_signals.hpp"

namespace assay::assess {

// Signals of the first document that count (see document_signals.hpp).
inline constexpr auto kOfFirst = std::to_array<std::string_view>({
    "cosine",          "cosine_3",     "words",       "meaning",        "concepts",
    "pairs",           "all_words",    "all_meaning", "heading_words",  "heading_meaning",
    "shows",           "some",         "against",     "some_sum",       "shows_sum",
    "against_sum",     "any_shows",    "any_some",    "draft",          "unfilled",
    "other_party",     "row",          "chunks",      "best_denied",    "best_ahead",
    "best_excepted",   "best_void",    "best_names",  "best_others",    "measures_met",
    "measures_missed", "near_meaning", "near_words",  "near_precision",
});
inline constexpr auto kOfAll = std::to_array<std::string_view>({
    "about_1",    // log odds that the first document is about it
    "about_sum",  // sum of the documents' probabilities
    // Probabilities of chunks, each times that of its document: the highest as log odds, and the
    // sum.
    "shows_1", "shows_all", "part_1", "part_all", "against_1", "against_all",
    "asked_length",  // logarithm of the requirement's stems
    "question",      // 1 where it is one
    "checks",        // logarithm of the number of sub-checks
});
// The sentence model's results for the sub-checks (check_reader.hpp). For each sub-check: the
// highest value of any sentence, times the probability that its document is about the requirement.
// Then the least, the highest or the mean over the sub-checks. Probabilities are given as log odds,
// except means.
inline constexpr auto kOfChecks = std::to_array<std::string_view>({
    "shows_least",  //
    "some_least",   // shows or shows a part
    "against",      //
    "shows_mean",
    "some_mean",
    "measures_met",     // least share of the periods and sizes asked for; 1 where none is
    "measures_missed",  // highest share that is named, but not met
    "meaning_least",
});
using CheckSignals = std::array<double, kOfChecks.size()>;
[[nodiscard]] consteval std::size_t check_signal(std::string_view name) {
  return place_of(kOfChecks, name);
}
inline constexpr std::size_t kVerdictSignals = kOfAll.size() + kOfFirst.size() + kOfChecks.size();
using VerdictSignals = std::array<double, kVerdictSignals>;

// Probabilities of the statuses. They add up to 1.
struct StatusOdds {
  double missing = 1;
  double partial = 0;
  double complete = 0;
};

class VerdictModel {
 public:
  // Throws std::runtime_error that says what is wrong with the coefficients.
  explicit VerdictModel(std::string_view coefficients);
  // The compiled-in model.
  [[nodiscard]] static const VerdictModel& shipped();

  [[nodiscard]] StatusOdds of(const VerdictSignals& signals) const;

  // How much of the requirement is shown, as careful readers would see it: 1 where it is complete,
  // a half where in part, 0 where it is missing, on average. Stretched so that a status is reached
  // where it is the best answer under the default thresholds.
  [[nodiscard]] double confidence(const StatusOdds& odds) const;

 private:
  std::vector<BoostedTrees> statuses_;  // of MISSING, PARTIAL and COMPLETE
  double partial_from_ = 0;             // the average share from which PARTIAL is the best answer
  double complete_from_ = 0;            // likewise COMPLETE
};

}  // namespace assay::assess
