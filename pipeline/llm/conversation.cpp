// SPDX-License-Identifier: Apache-2.0
// Asks, asks again, and gives up.
#include "pipeline/llm/conversation.hpp"

#include "core/json/utf8.hpp"

namespace assay::llm {
namespace {

constexpr std::size_t kMaxRepeated = 16'000;  // bytes of a bad answer that the model sees again

}  // namespace

ChatAnswer Conversation::ask() {
  auto answer = client_.ask(question_, asked_.deadline, asked_.cancelled, asked_.span, calls_);
  if (!answer) give_up(answer.error().code, answer.error().message);
  return std::move(answer).value();
}

// A truncated answer is not a bad one: ask the same question again, with more room.
void Conversation::ask_for_more() {
  calls_.back().error_code = "llm_truncated";
  if (std::exchange(longer_, true)) {
    give_up("llm_truncated", "The language model's answer was cut off, also with twice the room");
  }
  question_.max_tokens *= 2;
}

void Conversation::ask_for_repair(const ChatAnswer& answer, const Complaint& complaint,
                                  std::string repair) {
  calls_.back().error_code = "llm_bad_output";
  if (std::exchange(repaired_, true)) {
    give_up("llm_bad_output",
            "The language model's answer could not be used, also after it was asked again: " +
                complaint.text);
  }
  auto& messages = question_.messages;
  if (answer.content && !answer.content->empty()) {
    messages.push_back({"assistant", std::string(utf8::prefix(*answer.content, kMaxRepeated))});
  }
  messages.push_back({"user", std::move(repair)});
}

void Conversation::give_up(const std::string& code, const std::string& message) const {
  throw assess::EvaluationFailed(
      code, message + ". This says nothing about the evidence; start a new run to try again.",
      calls_);
}

}  // namespace assay::llm
