// SPDX-License-Identifier: Apache-2.0
// Reproduces a language model's verdicts from its recorded answers: parses them, looks up the
// quotes and computes the confidence as the first time. No model is asked.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/llm/prompt.hpp"

namespace assay::llm {

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

}  // namespace assay::llm
