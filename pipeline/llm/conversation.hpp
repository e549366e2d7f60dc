// SPDX-License-Identifier: Apache-2.0
// A conversation with the model: one question, asked again with more room if its answer was cut
// off, and with what is wrong with it if it could not be read. Once each.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/time.hpp"
#include "core/trace/trace.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/llm/client.hpp"
#include "pipeline/llm/prompt.hpp"
#include "pipeline/llm/reply.hpp"

namespace assay::llm {

// Until when to ask, and whose spans its exchanges hang under.
struct Asked {
  const Deadline& deadline;
  const Cancelled& cancelled;
  const std::optional<trace::Parent>& span;
};

// For one thread. client and what `asked` refers to must outlive it.
class Conversation {
 public:
  Conversation(Client& client, Task task, const Asked& asked, const Prompt& prompt)
      : client_(client),
        asked_(asked),
        question_{
            task, {{"system", prompt.system}, {"user", prompt.user}}, client.policy().max_tokens} {}

  // Returns the first answer that `read` accepts: Result<Reply, Complaint>(std::string_view).
  // repair: the words that ask again, from those of a complaint. Throws assess::EvaluationFailed.
  template <class Read, class Repair>
  [[nodiscard]] auto hold(Read read, Repair repair) {
    for (;;) {
      const ChatAnswer answer = ask();
      if (answer.finish_reason == "length") {
        ask_for_more();
        continue;
      }
      auto reply = read(answer.content.value_or(""));
      if (reply) return std::move(reply).value();
      ask_for_repair(answer, reply.error(), repair(reply.error().text));
    }
  }

  [[nodiscard]] std::vector<assess::ModelCall>& calls() noexcept { return calls_; }

 private:
  [[nodiscard]] ChatAnswer ask();
  void ask_for_more();
  void ask_for_repair(const ChatAnswer& answer, const Complaint& complaint, std::string repair);
  [[noreturn]] void give_up(const std::string& code, const std::string& message) const;

  Client& client_;
  const Asked asked_;
  Question question_;
  std::vector<assess::ModelCall> calls_;
  bool longer_ = false;
  bool repaired_ = false;
};

}  // namespace assay::llm
