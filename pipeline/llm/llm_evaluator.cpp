// SPDX-License-Identifier: Apache-2.0
// Leads the conversation about a requirement, or reads it again, and adds up what it cost.
#include "pipeline/llm/llm_evaluator.hpp"

#include <cmath>

#include "pipeline/llm/client.hpp"
#include "pipeline/llm/conversation.hpp"
#include "pipeline/llm/reply.hpp"
#include "pipeline/llm/verdict.hpp"

namespace assay::llm {
namespace {

using assess::EvaluationFailed;
using assess::ModelCall;

// {model, answeredBy, calls, tokensIn, tokensOut, costUsd, confidence}: the record of the calls
// that is stored with the assessment. Requests that the server refused cost nothing. confidence:
// the model's own number, null if it gave none.
Json usage_of(const std::string& model, const std::vector<assess::ModelCall>& calls,
              const std::optional<double>& confidence) {
  Sum tokens_in;
  Sum tokens_out;
  Sum cost;
  Json answered_by;
  for (const assess::ModelCall& call : calls) {
    if (!call.answered_by.empty()) answered_by = Json(call.answered_by);
    if (call.http_status != 200) continue;
    tokens_in.add(call.tokens_in ? std::optional(static_cast<double>(*call.tokens_in))
                                 : std::nullopt);
    tokens_out.add(call.tokens_out ? std::optional(static_cast<double>(*call.tokens_out))
                                   : std::nullopt);
    cost.add(call.cost_usd);
  }
  return Json::object()
      .set("model", model)
      .set("answeredBy", answered_by)
      .set("calls", calls.size())
      .set("tokensIn", tokens_in.count())
      .set("tokensOut", tokens_out.count())
      .set("costUsd", cost.amount())
      .set("confidence", confidence);
}

// The verdict on a requirement without candidates, for which the model is not asked.
assess::Verdict verdict_without_evidence(const std::string& model) {
  assess::Verdict verdict;
  verdict.reasoning =
      "No passage of the evidence bears on this requirement, so the language model was not asked.";
  verdict.details = Json::object()
                        .set("subchecks", Json::array())
                        .set("nearMisses", Json::array())
                        .set("weakened", Json::array())
                        .set("droppedCitations", 0)
                        .set("llm", usage_of(model, {}, std::nullopt));
  return verdict;
}

[[noreturn]] void fail_recorded(const std::string& model,
                                const std::vector<assess::ModelCall>& calls) {
  const std::string code =
      calls.empty() || calls.back().error_code.empty() ? "llm_bad_output" : calls.back().error_code;
  assess::EvaluationFailed failure(
      code, "No answer of the language model that is on record could be used.", calls);
  failure.details().set("llm", usage_of(model, calls, std::nullopt));
  throw failure;  // NOLINT(misc-throw-by-value-catch-by-reference): its details are added first
}

}  // namespace

void Sum::add(const std::optional<double>& part) {
  if (part) {
    value_ += *part;
  } else {
    known_ = false;
  }
}

Json Sum::count() const {
  return known_ ? Json(static_cast<std::int64_t>(value_)) : Json();
}

Json Sum::amount() const {
  constexpr double kStep = 1e9;
  return known_ ? Json(std::round(value_ * kStep) / kStep) : Json();
}

LlmEvaluator::LlmEvaluator(Client& client, Cancelled cancelled, std::string audited,
                           std::optional<trace::RunTrace> trace)
    : client_(client),
      cancelled_(std::move(cancelled)),
      audited_(std::move(audited)),
      trace_(std::move(trace)) {}

assess::Verdict LlmEvaluator::evaluate(const assess::RequirementText& requirement,
                                       std::span<const assess::Candidate> candidates,
                                       const Deadline& deadline) const {
  const std::string& model = client_.settings().model;
  if (candidates.empty()) return verdict_without_evidence(model);
  const std::string fence = fresh_fence(requirement, candidates, audited_);
  std::optional<trace::Parent> evaluation;
  if (trace_) evaluation = trace_->evaluation(requirement.id.value);
  Conversation conversation(client_, Task::Assessment, {deadline, cancelled_, evaluation},
                            build_prompt(requirement, candidates, audited_, fence));
  try {
    const Reply reply = conversation.hold(read_reply, repair_prompt);
    assess::Verdict verdict = verdict_of(reply, requirement.title, candidates);
    verdict.calls = std::move(conversation.calls());
    verdict.details.set("llm", usage_of(model, verdict.calls, reply.confidence));
    return verdict;
  } catch (EvaluationFailed& failure) {
    failure.details().set("llm", usage_of(model, failure.calls(), std::nullopt));
    throw;
  }
}

assess::Verdict RecordedEvaluator::evaluate(const assess::RequirementText& requirement,
                                            std::span<const assess::Candidate> candidates,
                                            const Deadline& /*deadline*/) const {
  if (candidates.empty()) return verdict_without_evidence(model_);
  const auto found = record_.find(requirement.id);
  if (found == record_.end()) fail_recorded(model_, {});
  const auto& calls = found->second;
  // A conversation ends with the accepted answer.
  constexpr int kOk = 200;
  if (calls.back().http_status != kOk || !calls.back().error_code.empty())
    fail_recorded(model_, calls);
  const auto reply = read_reply(read_answer(calls.back().response).content.value_or(""));
  if (!reply) fail_recorded(model_, calls);
  assess::Verdict verdict = verdict_of(reply.value(), requirement.title, candidates);
  verdict.calls = calls;
  verdict.details.set("llm", usage_of(model_, calls, reply.value().confidence));
  return verdict;
}

}  // namespace assay::llm
