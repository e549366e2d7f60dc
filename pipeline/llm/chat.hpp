// SPDX-License-Identifier: Apache-2.0
// The wire format of OpenAI-compatible chat completions, and the dialects that servers accept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.hpp"

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

// The body of POST /chat/completions.
[[nodiscard]] std::string chat_body(const std::string& model, const std::vector<Message>& messages,
                                    int max_tokens, const Dialect& dialect);

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

}  // namespace assay::llm
