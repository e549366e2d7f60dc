// SPDX-License-Identifier: Apache-2.0
// The verdicts of a language model read again from the record of what it answered: its words are
// parsed, its quotes looked up and the confidence computed as when they came. No model is asked.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pipeline/assess/evaluator.hpp"
#include "pipeline/llm/prompt.hpp"

namespace assay::llm {

class RecordedEvaluator final : public assess::Evaluator {
 public:
  using Record = std::map<RequirementRecordId, std::vector<assess::ModelCall>>;

  // record: of each requirement, in the order in which they came.
  RecordedEvaluator(std::string model, Record record)
      : model_(std::move(model)), record_(std::move(record)) {}

  [[nodiscard]] std::string_view id() const override { return "llm"; }
  [[nodiscard]] std::string_view version() const override { return kVersion; }
  // Throws EvaluationFailed with the last exchange's code where none of them was accepted.
  [[nodiscard]] assess::Verdict evaluate(const assess::RequirementText& requirement,
                                         std::span<const assess::Candidate> candidates,
                                         const Deadline& deadline) const override;

 private:
  std::string model_;
  Record record_;
};

}  // namespace assay::llm
