// SPDX-License-Identifier: Apache-2.0
// The evaluator that asks a language model: one conversation per requirement, of a few questions at
// most, within the requirement's time.
#pragma once

#include <string>

#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/llm/client.hpp"
#include "pipeline/llm/prompt.hpp"

namespace assay::llm {

class LlmEvaluator final : public assess::Evaluator {
 public:
  // For one run. client must outlive it. cancelled: whether the run was given up; may be called
  // from several threads at once. audited: name of the company that the evidence is about, or "".
  LlmEvaluator(Client& client, Cancelled cancelled, std::string audited = {});

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
};

// The verdict on a requirement without candidates, for which the model is not asked.
[[nodiscard]] assess::Verdict verdict_without_evidence(const std::string& model);

}  // namespace assay::llm
