// SPDX-License-Identifier: Apache-2.0
// Reads and checks JSON bodies and query parameters.
#include "handlers/http/input.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/ascii.hpp"
#include "core/base/error.hpp"
#include "core/json/utf8.hpp"
#include "fcgi/header_value.hpp"

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

constexpr std::size_t kMaxBytes = std::size_t{256} << 10U;

void require_json(const std::string& content_type) {
  const auto type = fcgi::parse_header_value(content_type);
  const bool json = type && type->value == "application/json" &&
                    fcgi::equals_ignoring_case(type->get("charset").value_or("utf-8"), "utf-8");
  if (!json) {
    throw Failure(ErrorCode::UnsupportedMediaType, "Content-Type must be application/json");
  }
}

Json parse_object(const std::string& text) {
  std::string why;
  auto json = Json::parse(text, &why);
  if (!json) refuse_field("body", "is not JSON: " + why);
  if (!json->is_object()) refuse_field("body", "must be a JSON object");
  return *json;
}

void refuse_unknown_fields(const Json& json, std::string_view known, const std::string& prefix) {
  const std::string padded = " " + std::string(known) + " ";
  Json fields = Json::array();
  std::string message;
  for (const std::string& key : json.keys()) {
    if (key.find(' ') == std::string::npos && padded.find(" " + key + " ") != std::string::npos) {
      continue;
    }
    fields.push(Json::object().set("field", prefix + key).set("issue", "unknown field"));
    message.append(message.empty() ? "" : "; ").append(prefix + key + ": unknown field");
  }
  if (fields.size() == 0) return;
  throw Failure(ErrorCode::ValidationError, message, Json::object().set("fields", fields));
}

enum class Form { Name, Prose };

std::string checked_text(std::string_view field, const Json& value, std::size_t most, Form form) {
  const auto text = value.as_string();
  if (!text) refuse_field(field, "must be a string");
  const auto fault = form == Form::Name ? utf8::fault_in_name(*text) : utf8::fault_in_prose(*text);
  if (fault) refuse_field(field, *fault);
  if (utf8::length(*text) > most) {
    refuse_field(field, "must have at most " + std::to_string(most) + " characters");
  }
  return *text;
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

std::optional<std::int64_t> number_if_given(const fcgi::Query& query, std::string_view name) {
  const auto text = query.get(name);
  if (!text) return std::nullopt;
  std::int64_t number = 0;
  const auto done = std::from_chars(text->data(), text->data() + text->size(), number);
  if (done.ec != std::errc() || done.ptr != text->data() + text->size()) {
    refuse_field(name, "must be a whole number");
  }
  return number;
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

Body::Body(fcgi::Request& request, std::string_view known) : json_(Json::object()) {
  const std::string& text = request.whole_body(kMaxBytes);
  if (text.empty()) return;
  require_json(request.content_type());
  json_ = parse_object(text);
  refuse_unknown_fields(json_, known, prefix_);
}

Body Body::of_item(const Json& item, std::string_view known) {
  if (!item.is_object()) refuse_field("body", "must be an object");
  refuse_unknown_fields(item, known, "");
  return Body(item);
}

std::string Body::text(std::string_view field, std::size_t most) const {
  if (!json_.has(field)) refuse_field(full_name(field), "is required");
  return checked_text(full_name(field), json_.get(field), most, Form::Name);
}

std::optional<std::string> Body::optional_text(std::string_view field, std::size_t most) const {
  if (is_null(field)) return std::nullopt;
  return text(field, most);
}

std::string Body::secret(std::string_view field, std::size_t most) const {
  if (!json_.has(field)) refuse_field(full_name(field), "is required");
  return checked_text(full_name(field), json_.get(field), most, Form::Prose);
}

std::optional<std::string> Body::optional_lines(std::string_view field, std::size_t most) const {
  if (is_null(field)) return std::nullopt;
  return checked_text(full_name(field), json_.get(field), most, Form::Prose);
}

std::optional<std::vector<std::string>> Body::texts(std::string_view field,
                                                    std::size_t most) const {
  constexpr std::size_t kMaxCharacters = 200;
  if (is_null(field)) return std::nullopt;
  const Json items = json_.get(field);
  const std::string name = full_name(field);
  if (!items.is_array()) refuse_field(name, "must be an array of strings");
  if (items.size() == 0 || items.size() > most) {
    refuse_field(name, "must have from 1 to " + std::to_string(most) + " items");
  }
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::string text = checked_text(name, items.at(i), kMaxCharacters, Form::Name);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
      texts.push_back(std::move(text));
    }
  }
  return texts;
}

std::optional<bool> Body::optional_flag(std::string_view field) const {
  if (is_null(field)) return std::nullopt;
  const auto flag = json_.get(field).as_bool();
  if (!flag) refuse_field(full_name(field), "must be true or false");
  return flag;
}

std::optional<double> Body::optional_number(std::string_view field, double least,
                                            double most) const {
  if (is_null(field)) return std::nullopt;
  const auto number = json_.get(field).as_number();
  if (!number || *number < least || *number > most) {
    refuse_field(full_name(field),
                 "must be a number from " + Json(least).dump() + " to " + Json(most).dump());
  }
  return number;
}

std::optional<Body> Body::optional_object(std::string_view field, std::string_view known) const {
  if (is_null(field)) return std::nullopt;
  const Json object = json_.get(field);
  if (!object.is_object()) refuse_field(full_name(field), "must be an object");
  Body inner(object, full_name(field) + ".");
  refuse_unknown_fields(object, known, inner.prefix_);
  return inner;
}

std::vector<Body> Body::objects(std::string_view field, std::string_view known, std::size_t most,
                                std::size_t least) const {
  const std::string name = full_name(field);
  if (!json_.has(field)) refuse_field(name, "is required");
  const Json items = json_.get(field);
  if (!items.is_array()) refuse_field(name, "must be an array of objects");
  if (items.size() < least || items.size() > most) {
    refuse_field(
        name, "must have from " + std::to_string(least) + " to " + std::to_string(most) + " items");
  }
  std::vector<Body> objects;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string place = name + "[" + std::to_string(i) + "]";
    if (!items.at(i).is_object()) refuse_field(place, "must be an object");
    Body inner(items.at(i), place + ".");
    refuse_unknown_fields(inner.json_, known, inner.prefix_);
    objects.push_back(std::move(inner));
  }
  return objects;
}

void require_no_body(fcgi::Request& request) {
  static_cast<void>(Body(request, ""));
}

}  // namespace assay::handlers
