// SPDX-License-Identifier: Apache-2.0
// The default evaluator: offline and deterministic. Rules split the requirement into sub-checks and
// find the sentences on each; fitted models read it beside each chunk and document, and judge what
// all of that comes to.
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
#include "pipeline/assess/judge/verdict_signals.hpp"
#include "pipeline/assess/language/word_vectors.hpp"

namespace assay::assess {

// What is measured of one sub-check of a practice in one document.
struct MeasuredCheck {
  std::size_t check = 0;
  DocumentId document;
  Measured measured;
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
  // For fitting the models that read more than the rules do.
  [[nodiscard]] RuleSignals measure_rules(const RequirementText& requirement,
                                          std::span<const Candidate> candidates) const;

 private:
  struct Found {
    std::vector<SubCheck> checks;
    std::vector<Finding> findings;
    Conclusion conclusion;
    Json review = Json::array();  // reasons for a person to look
  };
  [[nodiscard]] Found find(const RequirementText& requirement,
                           std::span<const Candidate> candidates, const Reading& reading) const;
  [[nodiscard]] static RuleSignals signals_of(const Found& found);
  // Judges what was found with the fitted models, and adds the sentences that show it in other
  // words.
  void read(const RequirementText& requirement, std::span<const Candidate> candidates,
            const Reading& reading, Found& found) const;

  StemWeight weight_;
  std::shared_ptr<WordVectors> words_;
  std::optional<Calibration> calibration_;
};

}  // namespace assay::assess
