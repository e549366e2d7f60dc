// SPDX-License-Identifier: Apache-2.0
// The default evaluator: offline and deterministic. Splits the requirement into sub-checks, finds
// the sentences on each, and judges what they show and what weakens them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/assess/explain/explanation.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/assess/judge/judgement.hpp"
#include "pipeline/assess/language/word_vectors.hpp"

namespace assay::assess {

// What is measured of one sub-check of a practice in one document.
struct MeasuredCheck {
  std::size_t check = 0;
  DocumentId document;
  Measured measured;
};

// What the sub-checks come to, before any calibration.
struct RuleSignals {
  double confidence = 0;    // of the requirement
  double met = 0;           // share of its sub-checks
  double contradicted = 0;  // likewise
  double checks = 1;        // how many there are
};

class BuiltinEvaluator final : public Evaluator {
 public:
  // words: shared by all evaluators of a process; without it words near in meaning do not count.
  // calibration: of this version by reviewers; without one, the model's own.
  explicit BuiltinEvaluator(StemWeight weight, std::shared_ptr<WordVectors> words = nullptr,
                            std::optional<Calibration> calibration = std::nullopt);

  [[nodiscard]] std::string_view id() const override { return "builtin"; }
  [[nodiscard]] std::string_view version() const override { return kEvaluatorVersion; }
  [[nodiscard]] Verdict evaluate(const RequirementText& requirement,
                                 std::span<const Candidate> candidates,
                                 const Deadline& deadline) const override;

  // What the fitted model judges each sub-check of a demanded practice by, in each document that
  // has a word of it; empty for other forms.
  [[nodiscard]] std::vector<MeasuredCheck> measure_checks(
      const RequirementText& requirement, std::span<const Candidate> candidates) const;
  // What the fitted model judges the requirement by: for fitting it.
  [[nodiscard]] Measured measure(const RequirementText& requirement,
                                 std::span<const Candidate> candidates) const;
  // For fitting a model that reads more than the rules do (bench/judgement/model).
  [[nodiscard]] RuleSignals measure_rules(const RequirementText& requirement,
                                          std::span<const Candidate> candidates) const;

 private:
  struct Found {
    std::vector<SubCheck> checks;
    std::vector<Finding> findings;
    Conclusion conclusion;
  };
  [[nodiscard]] Found find(const RequirementText& requirement,
                           std::span<const Candidate> candidates, const Reading& reading) const;

  StemWeight weight_;
  std::shared_ptr<WordVectors> words_;
  std::optional<Calibration> calibration_;
};

}  // namespace assay::assess
