// SPDX-License-Identifier: Apache-2.0
// Reads recorded answers.
#include "pipeline/llm/recorded.hpp"

#include "pipeline/llm/chat.hpp"
#include "pipeline/llm/evaluator.hpp"
#include "pipeline/llm/reply.hpp"
#include "pipeline/llm/usage.hpp"
#include "pipeline/llm/verdict.hpp"

namespace assay::llm {
namespace {

[[noreturn]] void fail(const std::string& model, const std::vector<assess::ModelCall>& calls) {
  const std::string code =
      calls.empty() || calls.back().error_code.empty() ? "llm_bad_output" : calls.back().error_code;
  assess::EvaluationFailed failure(
      code, "No answer of the language model that is on record could be used.", calls);
  failure.details().set("llm", usage_of(model, calls, std::nullopt));
  throw failure;
}

}  // namespace

assess::Verdict RecordedEvaluator::evaluate(const assess::RequirementText& requirement,
                                            std::span<const assess::Candidate> candidates,
                                            const Deadline& /*deadline*/) const {
  if (candidates.empty()) return verdict_without_evidence(model_);
  const auto found = record_.find(requirement.id);
  if (found == record_.end()) fail(model_, {});
  const auto& calls = found->second;
  // A conversation ends with the accepted answer.
  constexpr int kOk = 200;
  if (calls.back().http_status != kOk || !calls.back().error_code.empty()) fail(model_, calls);
  const auto reply = read_reply(read_answer(calls.back().response).content.value_or(""));
  if (!reply) fail(model_, calls);
  assess::Verdict verdict = verdict_of(reply.value(), requirement.title, candidates);
  verdict.calls = calls;
  verdict.details.set("llm", usage_of(model_, calls, reply.value().confidence));
  return verdict;
}

}  // namespace assay::llm
