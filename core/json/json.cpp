// SPDX-License-Identifier: Apache-2.0
// Builds, reads and parses JSON values over jansson. The writers are in json_write.cpp.
#include "core/json/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <new>
#include <stdexcept>

#include "core/json/utf8.hpp"

namespace assay {
namespace {

json_t* checked(json_t* node) {
  if (node == nullptr) throw std::bad_alloc();
  return node;
}

// An integer that does not fit in 64 bits.
bool wide_integer(std::string_view token) {
  std::int64_t value = 0;
  const auto parsed = std::from_chars(token.data(), token.data() + token.size(), value);
  return parsed.ec == std::errc::result_out_of_range && parsed.ptr == token.data() + token.size();
}

// Appends an exponent to each such number, so that jansson reads it as a real. Strings stay
// unchanged.
std::string with_wide_integers_as_reals(std::string_view text) {
  std::string out;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t end = at + 1;
    if (in_string && c == '\\') {
      end = std::min(at + 2, text.size());
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '-' || (c >= '0' && c <= '9'))) {
      end = std::min(text.find_first_not_of("0123456789+-.eE", at), text.size());
    }
    const std::string_view token = text.substr(at, end - at);
    out += token;
    if (!in_string && wide_integer(token)) out += "e0";
    at = end;
  }
  return out;
}

json_t* load(std::string_view text, json_error_t& error) {
  return json_loadb(text.data(), text.size(),
                    JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
}

}  // namespace

Json::Json(std::string_view text) : node_(json_stringn(text.data(), text.size())) {
  if (node_ != nullptr) return;
  const std::string repaired = utf8::repair(text);
  node_ = checked(json_stringn(repaired.data(), repaired.size()));
}

Json::Json(double value) : node_(nullptr) {
  if (!std::isfinite(value)) throw std::invalid_argument("JSON has no NaN or infinity");
  node_ = checked(json_real(value));
}

Json Json::make_integer(std::int64_t value) {
  return adopt(checked(json_integer(value)));
}

Json Json::object() {
  return adopt(checked(json_object()));
}

Json Json::array() {
  return adopt(checked(json_array()));
}

Json Json::adopt(json_t* node) noexcept {
  Json value;
  if (node != nullptr) value.node_ = node;
  return value;
}

std::optional<Json> Json::parse(std::string_view text, std::string* why) {
  json_error_t error{};
  json_t* node = load(text, error);
  if (node == nullptr && json_error_code(&error) == json_error_numeric_overflow) {
    node = load(with_wide_integers_as_reals(text), error);
  }
  if (node == nullptr) {
    if (why != nullptr) {
      *why = std::string(static_cast<const char*>(error.text)) + " at line " +
             std::to_string(error.line) + ", column " + std::to_string(error.column);
    }
    return std::nullopt;
  }
  return adopt(node);
}

Json Json::verbatim(std::string_view text) {
  std::string marked(1, kVerbatimMark);
  marked += text;
  return adopt(checked(json_stringn_nocheck(marked.data(), marked.size())));
}

Json& Json::set(std::string_view key, const Json& value) {
  const std::string repaired = utf8::valid(key) ? std::string() : utf8::repair(key);
  const std::string_view name = repaired.empty() ? key : repaired;
  if (json_object_setn_nocheck(node_, name.data(), name.size(), value.node_) != 0) {
    throw std::logic_error("Json::set on something that is not an object");
  }
  return *this;
}

Json& Json::push(const Json& value) {
  if (json_array_append(node_, value.node_) != 0) {
    throw std::logic_error("Json::push on something that is not an array");
  }
  return *this;
}

std::optional<std::string> Json::as_string() const {
  if (!is_string()) return std::nullopt;
  return std::string(json_string_value(node_), json_string_length(node_));
}

std::optional<std::int64_t> Json::as_integer() const {
  if (!is_integer()) return std::nullopt;
  return json_integer_value(node_);
}

std::optional<double> Json::as_number() const {
  if (!is_number()) return std::nullopt;
  return json_number_value(node_);
}

std::optional<bool> Json::as_bool() const {
  if (!is_bool()) return std::nullopt;
  return json_is_true(node_);
}

bool Json::has(std::string_view key) const {
  return json_object_get(node_, std::string(key).c_str()) != nullptr;
}

Json Json::get(std::string_view key) const {
  return adopt(json_incref(json_object_get(node_, std::string(key).c_str())));
}

Json Json::at(std::size_t index) const {
  return adopt(json_incref(json_array_get(node_, index)));
}

std::size_t Json::size() const noexcept {
  return is_array() ? json_array_size(node_) : json_object_size(node_);
}

std::vector<std::string> Json::keys() const {
  std::vector<std::string> names;
  const char* key = nullptr;
  json_t* value = nullptr;
  json_object_foreach(node_, key, value) names.emplace_back(key);
  return names;
}

}  // namespace assay
