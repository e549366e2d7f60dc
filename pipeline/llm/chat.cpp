// SPDX-License-Identifier: Apache-2.0
// Writes requests and reads answers.
#include "pipeline/llm/client.hpp"

#include "pipeline/llm/reply.hpp"

namespace assay::llm {
namespace {

Json response_format(Format format, Task task) {
  if (format == Format::JsonObject) return Json::object().set("type", "json_object");
  const bool phrases = task == Task::Expansion;
  return Json::object()
      .set("type", "json_schema")
      .set("json_schema", Json::object()
                              .set("name", phrases ? "phrases" : "assessment")
                              .set("strict", true)
                              .set("schema", phrases ? phrases_schema() : reply_schema()));
}

std::optional<std::int64_t> count_of(const Json& value) {
  const auto number = value.as_integer();
  return number && *number >= 0 ? number : std::nullopt;
}

bool says(std::string_view body, std::string_view word) {
  return body.find(word) != std::string_view::npos;
}

}  // namespace

std::string chat_body(const std::string& model, const Question& question, const Dialect& dialect) {
  Json list = Json::array();
  for (const Message& message : question.messages) {
    list.push(Json::object().set("role", message.role).set("content", message.content));
  }
  Json body = Json::object().set("model", model).set("messages", list).set("stream", false);
  body.set(dialect.completion_tokens ? "max_completion_tokens" : "max_tokens", question.max_tokens);
  if (dialect.temperature) body.set("temperature", 0);
  if (dialect.format != Format::Words) {
    body.set("response_format", response_format(dialect.format, question.task));
  }
  return body.dump();
}

ChatAnswer read_answer(std::string_view body) {
  ChatAnswer answer;
  const auto json = Json::parse(body);
  if (!json) return answer;
  const Json choice = json->get("choices").at(0);
  answer.content = choice.get("message").get("content").as_string();
  answer.finish_reason = choice.get("finish_reason").as_string().value_or("");
  answer.model = json->get("model").as_string().value_or("");
  answer.tokens_in = count_of(json->get("usage").get("prompt_tokens"));
  answer.tokens_out = count_of(json->get("usage").get("completion_tokens"));
  return answer;
}

std::optional<Dialect> adapted(const Dialect& dialect, int status, std::string_view body) {
  if (status != 400 && status != 404 && status != 422 && status != 501) return std::nullopt;
  Dialect next = dialect;
  if (!dialect.completion_tokens && says(body, "max_completion_tokens")) {
    next.completion_tokens = true;
  } else if (dialect.temperature && says(body, "temperature")) {
    next.temperature = false;
  } else if (dialect.format == Format::Schema && status != 404) {
    next.format = Format::JsonObject;
  } else if (dialect.format == Format::JsonObject && status != 404) {
    next.format = Format::Words;
  } else {
    return std::nullopt;
  }
  return next;
}

}  // namespace assay::llm
