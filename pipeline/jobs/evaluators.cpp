// SPDX-License-Identifier: Apache-2.0
// Creates the built-in evaluator and the language model's.
#include "pipeline/jobs/evaluators.hpp"

#include "core/base/vocabularies.hpp"
#include "pipeline/jobs/run_evidence.hpp"
#include "pipeline/llm/evaluator.hpp"
#include "pipeline/llm/second_opinion.hpp"

namespace assay::jobs {
namespace {

// Keeps the vectors of single words from run to run.
EvaluatorFactory builtin_with(const embed::Embedder& embedder) {
  const auto words = std::make_shared<assess::WordVectors>(
      [&embedder](std::span<const std::string> texts) { return embedder.embed_words(texts); });
  return [words](const EvaluatorTools& tools) {
    return std::make_unique<assess::BuiltinEvaluator>(tools.weight, words, tools.calibration);
  };
}

}  // namespace

std::map<std::string, EvaluatorFactory> evaluators_with(const embed::Embedder& embedder,
                                                        llm::Client* model) {
  const EvaluatorFactory builtin = builtin_with(embedder);
  std::map<std::string, EvaluatorFactory> made{{std::string(kBuiltinEvaluator), builtin}};
  if (model == nullptr) return made;
  made[std::string(kLlmEvaluator)] =
      [model, builtin](const EvaluatorTools& tools) -> std::unique_ptr<assess::Evaluator> {
    auto asking = std::make_unique<llm::LlmEvaluator>(*model, tools.given_up, tools.audited);
    if (!model->settings().second_opinion) return asking;
    return std::make_unique<llm::SecondOpinion>(std::move(asking), builtin(tools), tools.limits,
                                                kCandidates);
  };
  return made;
}

}  // namespace assay::jobs
