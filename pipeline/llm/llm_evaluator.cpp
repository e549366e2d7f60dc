// SPDX-License-Identifier: Apache-2.0
// Leads the conversation about a requirement, or reads it again, and adds up what it cost.
#include "pipeline/llm/llm_evaluator.hpp"

#include <cmath>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/llm/client.hpp"
#include "pipeline/llm/reply.hpp"
#include "pipeline/llm/verdict.hpp"

namespace assay::llm {
namespace {

using assess::EvaluationFailed;
using assess::ModelCall;

constexpr std::size_t kMaxRepeated = 16'000;  // bytes of a bad answer that the model sees again

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

// The conversation about one requirement.
class Conversation {
 public:
  Conversation(Client& client, const Deadline& deadline, const Cancelled& cancelled,
               std::optional<trace::Parent> evaluation, const Prompt& prompt)
      : client_(client),
        deadline_(deadline),
        cancelled_(cancelled),
        evaluation_(std::move(evaluation)),
        max_tokens_(client.policy().max_tokens),
        messages_{{"system", prompt.system}, {"user", prompt.user}} {}

  // Returns the first accepted answer. Throws EvaluationFailed.
  Reply hold() {
    for (;;) {
      const ChatAnswer answer = ask();
      if (answer.finish_reason == "length") {
        ask_for_more();
        continue;
      }
      auto reply = read_reply(answer.content.value_or(""));
      if (reply) return std::move(reply).value();
      calls_.back().error_code = "llm_bad_output";
      ask_for_repair(answer, reply.error());
    }
  }

  [[nodiscard]] std::vector<ModelCall>& calls() noexcept { return calls_; }

 private:
  ChatAnswer ask() {
    auto answer = client_.ask(messages_, max_tokens_, deadline_, cancelled_, evaluation_, calls_);
    if (!answer) give_up(answer.error().code, answer.error().message);
    return std::move(answer).value();
  }

  // A truncated answer is not a bad one: ask the same question again, with more room.
  void ask_for_more() {
    calls_.back().error_code = "llm_truncated";
    if (std::exchange(longer_, true)) {
      give_up("llm_truncated", "The language model's answer was cut off, also with twice the room");
    }
    max_tokens_ *= 2;
  }

  void ask_for_repair(const ChatAnswer& answer, const Complaint& complaint) {
    if (std::exchange(repaired_, true)) {
      give_up("llm_bad_output",
              "The language model's answer could not be used, also after it was asked again: " +
                  complaint.text);
    }
    if (answer.content && !answer.content->empty()) {
      messages_.push_back({"assistant", std::string(utf8::prefix(*answer.content, kMaxRepeated))});
    }
    messages_.push_back({"user", repair_prompt(complaint.text)});
  }

  [[noreturn]] void give_up(const std::string& code, const std::string& message) {
    throw EvaluationFailed(code,
                           message +
                               ". This says nothing about the evidence; start a new run to "
                               "try again.",
                           calls_);
  }

  Client& client_;
  const Deadline& deadline_;
  const Cancelled& cancelled_;
  const std::optional<trace::Parent> evaluation_;
  int max_tokens_;
  std::vector<Message> messages_;
  std::vector<ModelCall> calls_;
  bool longer_ = false;
  bool repaired_ = false;
};

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
  Conversation conversation(client_, deadline, cancelled_, std::move(evaluation),
                            build_prompt(requirement, candidates, audited_, fence));
  try {
    const Reply reply = conversation.hold();
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
