// SPDX-License-Identifier: Apache-2.0
// Runs two evaluators side by side: the first one's verdict counts, the second's is recorded beside
// it, and if they differ a person is asked to look.
#pragma once

#include <cstddef>
#include <memory>

#include "core/base/thresholds.hpp"
#include "pipeline/assess/judge/evaluator.hpp"

namespace assay::llm {

// The second gets what it would get alone: the best second_candidates, and the ones directly after
// them that were added for a reason other than their score (score 0).
class SecondOpinion final : public assess::Evaluator {
 public:
  SecondOpinion(std::unique_ptr<assess::Evaluator> first, std::unique_ptr<assess::Evaluator> second,
                const Thresholds& limits, std::size_t second_candidates)
      : first_(std::move(first)),
        second_(std::move(second)),
        limits_(limits),
        second_candidates_(second_candidates) {}

  [[nodiscard]] std::string_view id() const override { return first_->id(); }
  [[nodiscard]] std::string_view version() const override { return first_->version(); }
  [[nodiscard]] std::size_t max_at_once() const override { return first_->max_at_once(); }
  [[nodiscard]] std::unique_ptr<assess::Turn> turn() const override { return first_->turn(); }
  // Adds details.secondOpinion {evaluator, version, status, confidence, citations, reasoning,
  // agrees}, also to a failure of the first (agrees is then null). They agree if both confidences
  // give the same status.
  [[nodiscard]] assess::Verdict evaluate(const assess::RequirementText& requirement,
                                         std::span<const assess::Candidate> candidates,
                                         const Deadline& deadline) const override;

 private:
  std::unique_ptr<assess::Evaluator> first_;
  std::unique_ptr<assess::Evaluator> second_;
  Thresholds limits_;
  std::size_t second_candidates_;
};

}  // namespace assay::llm
