// SPDX-License-Identifier: Apache-2.0
// From what a requirement's chunks say, each by itself, to the status it deserves. Coefficients are
// data (verdict.json, written by ../train/fit_verdict.py) and are compiled in.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bench/judgement/model/support_model.hpp"
#include "core/json/json.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"
#include "pipeline/assess/reading/candidate.hpp"

namespace assay::assess {

// "Log odds" are of a probability, kept within 0.0001 and 0.9999.
inline constexpr auto kVerdictSignalNames = std::to_array<std::string_view>({
    "shows_1",
    "shows_2",
    "shows_3",  // log odds of the chunks that show most...
    "some_1",
    "some_2",
    "some_3",  // ...that show at least a part...
    "against_1",
    "against_2",  // ...and that contradict
    "document_shows",
    "document_some",     // log odds that some chunk of the best document does
    "document_against",  //
    "shows",
    "some",
    "against",  // sums over all chunks
    "best_shows",
    "best_part",     // of the chunk that shows most
    "best_against",  //
    "cosine",
    "words",
    "meaning",  // the highest of any chunk
    "asked_length",
    "question",   // of the requirement
    "documents",  // logarithm of how many have candidates
    "rules",
    "rules_met",
    "rules_against",  // what rules found: log odds, shares
    "checks",         // logarithm of the number of sub-checks
});
using VerdictSignals = std::array<double, kVerdictSignalNames.size()>;

// supports, signals: of the candidates, in order.
[[nodiscard]] VerdictSignals verdict_signals(std::span<const Candidate> candidates,
                                             std::span<const Signals> signals,
                                             std::span<const Support> supports,
                                             const RuleSignals& rules);

// Probabilities of the statuses. They add up to 1.
struct StatusOdds {
  double missing = 1;
  double partial = 0;
  double complete = 0;
};

// Boosted trees (Friedman, "Greedy Function Approximation", 2001): the sum of what each tree adds
// to the log odds of one status.
class VerdictModel {
 public:
  // Throws std::runtime_error that says what is wrong with the coefficients.
  explicit VerdictModel(std::string_view coefficients);
  // The one compiled in.
  [[nodiscard]] static const VerdictModel& shipped();

  [[nodiscard]] StatusOdds of(const VerdictSignals& signals) const;

  // How much of the requirement is shown, as careful readers would see it: 1 where it is complete,
  // a half where in part, 0 where it is missing, on average. Stretched so that a status is reached
  // where it is the best answer under the default thresholds.
  [[nodiscard]] double confidence(const StatusOdds& odds) const;

 private:
  static constexpr std::size_t kStatuses = 3;
  // A leaf has no signal, and a value to add.
  struct Node {
    std::optional<std::size_t> signal;
    double value = 0;      // of a leaf; else: at most this goes left
    std::size_t left = 0;  // numbers in its tree, both above its own
    std::size_t right = 0;
  };
  using Tree = std::vector<Node>;
  [[nodiscard]] static Tree read_tree(const Json& nodes);

  std::array<double, kStatuses> bias_{};
  std::array<std::vector<Tree>, kStatuses> trees_;
  double partial_from_ = 0;   // the average share from which PARTIAL is the best answer
  double complete_from_ = 0;  // likewise COMPLETE
};

}  // namespace assay::assess
