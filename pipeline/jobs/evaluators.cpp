// SPDX-License-Identifier: Apache-2.0
// Making them.
#include "pipeline/jobs/evaluators.hpp"

#include "core/evaluators.hpp"
#include "pipeline/llm/evaluator.hpp"
#include "pipeline/llm/second_opinion.hpp"

namespace assay::jobs {
namespace {

std::unique_ptr<assess::Evaluator> builtin(const EvaluatorTools& tools) {
  return std::make_unique<assess::BuiltinEvaluator>(tools.embed, tools.weight);
}

}  // namespace

std::map<std::string, EvaluatorFactory> evaluators_with(llm::Client* model) {
  std::map<std::string, EvaluatorFactory> made{{std::string(kBuiltinEvaluator), builtin}};
  if (model == nullptr) return made;
  made[std::string(kLlmEvaluator)] =
      [model](const EvaluatorTools& tools) -> std::unique_ptr<assess::Evaluator> {
    auto asking = std::make_unique<llm::LlmEvaluator>(*model, tools.given_up);
    if (!model->settings().second_opinion) return asking;
    return std::make_unique<llm::SecondOpinion>(std::move(asking), builtin(tools), tools.limits);
  };
  return made;
}

}  // namespace assay::jobs
