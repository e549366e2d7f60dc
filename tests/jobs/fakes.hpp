// SPDX-License-Identifier: Apache-2.0
// A fast fake encoder and evaluator that follow the test's instructions.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/embed/embedder.hpp"

namespace assay::test {

// A bag of words hashed into a few dimensions: texts that share words are near.
class FakeEmbedder final : public embed::Embedder {
 public:
  [[nodiscard]] std::string_view model_id() const override { return "fake-model@1"; }
  [[nodiscard]] std::size_t dimensions() const override { return 32; }
  [[nodiscard]] std::size_t max_tokens() const override { return 128; }
  [[nodiscard]] std::vector<float> embed(std::span<const std::string> texts) const override;

  // Called before each embedding.
  std::function<void()> before = [] {};
};

// Number of words in a text, which the fake counts as tokens.
[[nodiscard]] std::size_t count_words(std::string_view text);

// Takes its verdict from the requirement's title: "complete", "partial" and "missing" give the
// confidence; "throws", "dies late" and "out of range" misbehave; "lies" cites text that does not
// exist. All others cite the first candidate's first word.
class FakeEvaluator final : public assess::Evaluator {
 public:
  explicit FakeEvaluator(std::function<void(const assess::RequirementText&)> before)
      : before_(std::move(before)) {}
  [[nodiscard]] std::string_view id() const override { return "builtin"; }
  [[nodiscard]] std::string_view version() const override { return "fake"; }
  [[nodiscard]] assess::Verdict evaluate(const assess::RequirementText& requirement,
                                         std::span<const assess::Candidate> candidates,
                                         const Deadline& deadline) const override;

 private:
  std::function<void(const assess::RequirementText&)> before_;
};

}  // namespace assay::test
