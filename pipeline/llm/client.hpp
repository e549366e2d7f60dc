// SPDX-License-Identifier: Apache-2.0
// The model's server, shared by all evaluations of a daemon: its connections, places, gate and
// dialect, and the handling of its faults. The wire format of OpenAI-compatible chat completions,
// and the dialects that servers accept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/http/http_client.hpp"
#include "core/json/json.hpp"
#include "core/settings/service_settings.hpp"
#include "core/trace/trace.hpp"
#include "pipeline/llm/gate.hpp"

namespace assay::llm {

// How the server is asked for JSON: by schema, as any object, or only in the prompt.
enum class Format { Schema, JsonObject, Words };

// What a server accepts. Starts with the most capable dialect; see adapted().
struct Dialect {
  Format format = Format::Schema;
  bool completion_tokens = false;  // the limit is called max_completion_tokens, not max_tokens
  bool temperature = true;         // the server accepts temperature 0

  [[nodiscard]] bool operator==(const Dialect&) const = default;
};

struct Message {
  std::string_view role;  // system, user, assistant
  std::string content;
};

// What the model is asked for, which decides the schema of its answer.
enum class Task { Assessment, Expansion };

struct Question {
  Task task = Task::Assessment;
  std::vector<Message> messages;
  int max_tokens = 0;  // of the answer
};

// The body of POST /chat/completions.
[[nodiscard]] std::string chat_body(const std::string& model, const Question& question,
                                    const Dialect& dialect);

// The parts of an answer that are used; a missing or mistyped one is absent or "".
struct ChatAnswer {
  std::optional<std::string> content;  // none: not a chat completion, or a refusal
  std::string finish_reason;
  std::string model;
  std::optional<std::int64_t> tokens_in;
  std::optional<std::int64_t> tokens_out;
};
[[nodiscard]] ChatAnswer read_answer(std::string_view body);

// The dialect to try after the server refused a request (400, 404, 422, 501) in this one; nullopt
// if the refusal has another cause. Every sequence of dialects ends.
[[nodiscard]] std::optional<Dialect> adapted(const Dialect& dialect, int status,
                                             std::string_view body);

// The settings of the fault policy; tests use shorter times.
struct Policy {
  std::chrono::milliseconds connect_timeout{5'000};
  int tries = 3;                                   // if the server fails or cannot be reached
  std::chrono::milliseconds first_backoff{1'000};  // full jitter: from zero to this, doubled
  std::chrono::milliseconds longest_backoff{8'000};
  BreakerSettings breaker = {};
  int max_tokens = 2'048;                         // of an answer; doubled once when cut off
  std::size_t max_bytes = std::size_t{4} << 20U;  // of an answer's body
};

// Why there is no answer: code is a class of core/trace/trace.hpp, message is for a person.
struct Fault {
  std::string code;
  std::string message;
};

// Safe from any thread.
class Client {
 public:
  explicit Client(LlmSettings settings, Policy policy = {});

  [[nodiscard]] const LlmSettings& settings() const noexcept { return settings_; }
  [[nodiscard]] const Policy& policy() const noexcept { return policy_; }
  [[nodiscard]] Places& places() noexcept { return places_; }

  // Asks until there is an answer with status 200, or none can arrive before the deadline. Adds
  // every exchange to calls, which holds those of the same evaluation so far. evaluation: the span
  // that the exchanges' spans hang under; requests carry them to the server (traceparent). nullopt:
  // requests carry none. Faults: llm_rate_limited, llm_unavailable, llm_refused, timeout,
  // cancelled.
  [[nodiscard]] Result<ChatAnswer, Fault> ask(const Question& question, const Deadline& deadline,
                                              const Cancelled& cancelled,
                                              const std::optional<trace::Parent>& evaluation,
                                              std::vector<assess::ModelCall>& calls);

 private:
  struct Asking;
  using Answer = Result<http::Response, http::Problem>;

  // number: of the exchange in its evaluation, from 1.
  [[nodiscard]] Answer exchange(const Asking& asking, std::size_t number, assess::ModelCall& call);
  // Handles an answer other than 200: returns a fault, or nullopt after any wait that it needs.
  [[nodiscard]] std::optional<Fault> after(const Answer& answer, Asking& asking);
  [[nodiscard]] std::optional<Fault> after_limit(const http::Response& response, Asking& asking);
  [[nodiscard]] std::optional<Fault> after_failure(const Answer& answer, Asking& asking);
  [[nodiscard]] std::chrono::milliseconds backoff(int failures);
  [[nodiscard]] ChatAnswer taken(const http::Response& response, const Dialect& dialect,
                                 assess::ModelCall& call);
  [[nodiscard]] std::string without_key(std::string_view text) const;
  [[nodiscard]] Dialect known_dialect();

  const LlmSettings settings_;
  const Policy policy_;
  http::Exchanges http_;
  Places places_;
  Gate gate_;
  std::mutex mutex_;  // guards what follows
  Dialect dialect_;   // what the server was found to accept
  std::mt19937_64 dice_;
};

}  // namespace assay::llm
