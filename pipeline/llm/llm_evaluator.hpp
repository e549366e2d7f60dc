// SPDX-License-Identifier: Apache-2.0
// The evaluators that use a language model: one asks it, another reads its recorded answers. A
// third runs two evaluators: the first one's verdict counts, the second's is recorded with it, and
// if they differ, the verdict asks for a person's review.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/states.hpp"
#include "core/trace/trace.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/llm/client.hpp"
#include "pipeline/llm/prompt.hpp"

namespace assay::llm {

// One conversation per requirement, of a few questions at most, within the requirement's time.
class LlmEvaluator final : public assess::Evaluator {
 public:
  // For one run. client must outlive it. cancelled: whether the run was given up; may be called
  // from several threads at once. audited: name of the company that the evidence is about, or "".
  // trace: the run's trace, which requests to the model's server carry.
  LlmEvaluator(Client& client, Cancelled cancelled, std::string audited = {},
               std::optional<trace::RunTrace> trace = std::nullopt);

  [[nodiscard]] std::string_view id() const override { return "llm"; }
  [[nodiscard]] std::string_view version() const override { return kVersion; }
  // Without candidates the model is not asked: no evidence supports nothing. Throws
  // EvaluationFailed with codes timeout, llm_rate_limited, llm_unavailable, llm_refused,
  // llm_bad_output, llm_truncated, cancelled.
  [[nodiscard]] assess::Verdict evaluate(const assess::RequirementText& requirement,
                                         std::span<const assess::Candidate> candidates,
                                         const Deadline& deadline) const override;
  [[nodiscard]] std::size_t max_at_once() const override { return client_.places().count(); }
  // Null once cancelled.
  [[nodiscard]] std::unique_ptr<assess::Turn> turn() const override {
    return client_.places().take(cancelled_);
  }

 private:
  Client& client_;
  Cancelled cancelled_;
  std::string audited_;
  std::optional<trace::RunTrace> trace_;
};

// Reproduces a language model's verdicts from its recorded answers: parses them, looks up the
// quotes and computes the confidence as the first time. No model is asked.
class RecordedEvaluator final : public assess::Evaluator {
 public:
  using Record = std::map<RequirementRecordId, std::vector<assess::ModelCall>>;

  // record: each requirement's exchanges, in the order in which they happened.
  RecordedEvaluator(std::string model, Record record)
      : model_(std::move(model)), record_(std::move(record)) {}

  [[nodiscard]] std::string_view id() const override { return "llm"; }
  [[nodiscard]] std::string_view version() const override { return kVersion; }
  // Throws EvaluationFailed with the last exchange's code if none of them was accepted.
  [[nodiscard]] assess::Verdict evaluate(const assess::RequirementText& requirement,
                                         std::span<const assess::Candidate> candidates,
                                         const Deadline& deadline) const override;

 private:
  std::string model_;
  Record record_;
};

// A sum that is unknown once a part of it is unknown.
class Sum {
 public:
  void add(const std::optional<double>& part);
  // null if unknown.
  [[nodiscard]] Json count() const;   // whole
  [[nodiscard]] Json amount() const;  // to nine decimals

 private:
  double value_ = 0;
  bool known_ = true;
};

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
