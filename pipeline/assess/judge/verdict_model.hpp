// SPDX-License-Identifier: Apache-2.0
// From what was found of a requirement to the status it deserves. Coefficients are data
// (verdict.json, written by bench/judgement/train/fit_verdict.py) and are compiled in.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/assess/judge/boosted_trees.hpp"
#include "pipeline/assess/judge/verdict_signals.hpp"

namespace assay::assess {

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
  // The one compiled in.
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
