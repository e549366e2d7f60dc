// SPDX-License-Identifier: Apache-2.0
// The default evaluator: offline and deterministic. Fitted models compare the requirement and its
// sub-checks with each chunk, document and sentence, and combine the results into a verdict.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/assess/judge/evaluator.hpp"

namespace assay::assess {

class BuiltinEvaluator final : public Evaluator {
 public:
  // calibration: of this version by reviewers; without one, the model's own.
  explicit BuiltinEvaluator(std::optional<Calibration> calibration = std::nullopt)
      : calibration_(calibration) {}

  [[nodiscard]] std::string_view id() const override { return "builtin"; }
  [[nodiscard]] std::string_view version() const override { return kEvaluatorVersion; }
  [[nodiscard]] Verdict evaluate(const RequirementText& requirement,
                                 std::span<const Candidate> candidates,
                                 const Deadline& deadline) const override;

 private:
  std::optional<Calibration> calibration_;
};

}  // namespace assay::assess
