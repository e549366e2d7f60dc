// SPDX-License-Identifier: Apache-2.0
// Holds the conversation: asks, asks again, gives up.
#include "pipeline/llm/evaluator.hpp"

#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/llm/reply.hpp"
#include "pipeline/llm/usage.hpp"
#include "pipeline/llm/verdict.hpp"

namespace assay::llm {
namespace {

using assess::EvaluationFailed;
using assess::ModelCall;

constexpr std::size_t kMaxRepeated = 16'000;  // bytes of a bad answer that the model sees again

// The conversation about one requirement.
class Conversation {
 public:
  Conversation(Client& client, const Deadline& deadline, const Cancelled& cancelled,
               const Prompt& prompt)
      : client_(client),
        deadline_(deadline),
        cancelled_(cancelled),
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
    auto answer = client_.ask(messages_, max_tokens_, deadline_, cancelled_, calls_);
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
  int max_tokens_;
  std::vector<Message> messages_;
  std::vector<ModelCall> calls_;
  bool longer_ = false;
  bool repaired_ = false;
};

}  // namespace

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

LlmEvaluator::LlmEvaluator(Client& client, Cancelled cancelled, std::string audited)
    : client_(client), cancelled_(std::move(cancelled)), audited_(std::move(audited)) {}

assess::Verdict LlmEvaluator::evaluate(const assess::RequirementText& requirement,
                                       std::span<const assess::Candidate> candidates,
                                       const Deadline& deadline) const {
  const std::string& model = client_.settings().model;
  if (candidates.empty()) return verdict_without_evidence(model);
  const std::string fence = fresh_fence(requirement, candidates, audited_);
  Conversation conversation(client_, deadline, cancelled_,
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

}  // namespace assay::llm
