// SPDX-License-Identifier: Apache-2.0
// Checks query parameters.
#include "handlers/http/validate.hpp"

#include <array>
#include <charconv>

#include "core/base/ascii.hpp"
#include "core/json/utf8.hpp"

namespace assay::handlers {
namespace {

// Whether words, a list separated by blanks, contains word.
bool contains(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

}  // namespace

void refuse_field(std::string_view field, std::string_view issue) {
  throw Failure(invalid_field(field, issue));
}

void refuse_unknown_parameters(const fcgi::Query& query, std::string_view known) {
  Json fields = Json::array();
  std::string message;
  for (const fcgi::QueryParameter& parameter : query.all()) {
    if (contains(known, parameter.name)) continue;
    fields.push(Json::object().set("field", parameter.name).set("issue", "unknown parameter"));
    message.append(message.empty() ? "" : "; ").append(parameter.name + ": unknown parameter");
  }
  if (fields.size() == 0) return;
  throw Failure(ErrorCode::ValidationError, message, Json::object().set("fields", fields));
}

std::optional<std::string> text_of(const fcgi::Query& query, std::string_view name,
                                   std::size_t most) {
  auto text = query.get(name);
  if (!text) return std::nullopt;
  text = std::string(trimmed(*text, " "));
  if (text->empty()) refuse_field(name, "must not be empty");
  if (utf8::length(*text) > most) {
    refuse_field(name, "must have at most " + std::to_string(most) + " characters");
  }
  return text;
}

std::optional<bool> flag_if_given(const fcgi::Query& query, std::string_view name) {
  constexpr std::array<std::string_view, 2> kFlags{"false", "true"};
  const auto text = word_if_given(query, name, kFlags);
  if (!text) return std::nullopt;
  return *text == "true";
}

bool flag_of(const fcgi::Query& query, std::string_view name) {
  return flag_if_given(query, name).value_or(false);
}

std::optional<Timestamp> instant_of(const fcgi::Query& query, std::string_view name) {
  const auto text = query.get(name);
  if (!text) return std::nullopt;
  const auto instant = from_iso8601(*text);
  if (instant) return instant;
  // An unencoded '+' has become a blank by now.
  std::string meant = *text;
  const std::size_t blank = meant.rfind(' ');
  if (blank != std::string::npos && from_iso8601(meant.replace(blank, 1, "+"))) {
    refuse_field(name, "has a blank before its offset: write + as %2B in a URL");
  }
  refuse_field(name,
               "must be an ISO 8601 time with Z or an offset (2026-01-02T03:04:05+02:00, where an "
               "address needs %2B for +) or a date");
}

void require_word(std::string_view field, std::string_view text, Vocabulary words) {
  if (in_vocabulary(words, text)) return;
  std::string issue = "must be one of ";
  for (const std::string_view word : words) {
    issue.append(word == words.front() ? "" : ", ").append(word);
  }
  refuse_field(field, issue);
}

std::optional<std::string> word_if_given(const fcgi::Query& query, std::string_view name,
                                         Vocabulary words) {
  auto text = query.get(name);
  if (text) require_word(name, *text, words);
  return text;
}

}  // namespace assay::handlers
