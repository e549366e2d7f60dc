// SPDX-License-Identifier: Apache-2.0
// Checks limits and reads typed members of JSON pack files.
#include "core/packs/json_object.hpp"

#include <algorithm>

#include "core/json/utf8.hpp"
#include "core/packs/parse_report.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

// Scans the brackets and commas outside strings: jansson has no limit on the number of values, and
// twenty million empty arrays take gigabytes.
void check_size(std::string_view text) {
  if (text.size() > kMaxJsonBytes) refuse(kFile, "JSON of more than 64 MiB is not read");
  std::size_t line = 1;
  std::size_t depth = 0;
  std::size_t values = 0;
  bool in_text = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') ++line;
    if (c == '"') in_text = !in_text;
    if (in_text) {
      if (c == '\\') ++at;
      continue;
    }
    if (c == '[' || c == '{') {
      ++values;
      if (++depth > kMaxJsonDepth) refuse(line, kFile, "is nested deeper than 128 levels");
    } else if (c == ']' || c == '}') {
      if (depth > 0) --depth;
    } else if (c == ',') {
      ++values;
    }
    if (values > kMaxJsonValues) refuse(line, kFile, "holds more than 2,000,000 values");
  }
}

}  // namespace

Result<Json> read_json(std::string_view text) {
  if (text.starts_with(utf8::kByteOrderMark)) text.remove_prefix(utf8::kByteOrderMark.size());
  try {
    check_size(text);
  } catch (const ParseError& refused) {
    return refused.error();
  }
  std::string why;
  auto value = Json::parse(text, &why);
  if (!value) return invalid_field(kFile, "is not JSON: " + why);
  return *std::move(value);
}

JsonObject::JsonObject(Json value, std::string path)
    : value_(std::move(value)), path_(std::move(path)) {
  if (!value_.is_object()) refuse(path_.empty() ? kFile : path_, "must be an object");
}

std::string JsonObject::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + '.' + std::string(key);
}

std::string JsonObject::text(std::string_view key) const {
  const Json value = value_.get(key);
  if (value.is_null()) return "";
  const auto text = value.as_string();
  if (!text) refuse(path_of(key), "must be a string");
  if (text->find('\0') != std::string::npos) refuse(path_of(key), "holds a NUL");
  return std::string(trimmed(*text));
}

std::string JsonObject::required_text(std::string_view key) const {
  std::string value = text(key);
  if (value.empty()) refuse(path_of(key), "is missing or empty");
  return value;
}

std::vector<std::string> JsonObject::texts(std::string_view key) const {
  std::vector<std::string> out;
  const Json value = value_.get(key);
  if (value.is_null()) return out;
  if (!value.is_array()) refuse(path_of(key), "must be an array of strings");
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto text = value.at(i).as_string();
    if (!text || text->find('\0') != std::string::npos) {
      refuse(path_of(key) + '[' + std::to_string(i) + ']', "must be a string");
    }
    out.emplace_back(trimmed(*text));
  }
  return out;
}

JsonObject JsonObject::object(std::string_view key) const {
  if (value_.get(key).is_null()) refuse(path_of(key), "is missing");
  return {value_.get(key), path_of(key)};
}

std::vector<JsonObject> JsonObject::objects(std::string_view key) const {
  std::vector<JsonObject> out;
  const Json value = value_.get(key);
  if (value.is_null()) return out;
  if (!value.is_array()) refuse(path_of(key), "must be an array of objects");
  out.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    out.emplace_back(value.at(i), path_of(key) + '[' + std::to_string(i) + ']');
  }
  return out;
}

void Members::allow(std::initializer_list<std::string_view> names) {
  if (!object_.is_object()) return add_error("", "must be an object");
  for (const std::string& key : object_.keys()) {
    if (std::find(names.begin(), names.end(), key) == names.end()) {
      add_error(key, "is not a known member");
    }
  }
}

std::string Members::text(std::string_view name) {
  auto value = object_.get(name).as_string();
  if (!value || value->empty()) add_error(name, "must be a string that is not empty");
  if (value && value->find('\0') != std::string::npos) add_error(name, "must not hold a zero byte");
  return std::move(value).value_or("");
}

std::optional<std::string> Members::optional_text(std::string_view name) {
  if (object_.get(name).is_null()) return std::nullopt;
  return text(name);
}

int Members::positive(std::string_view name) {
  const std::int64_t value = object_.get(name).as_integer().value_or(0);
  if (value < 1 || value > 1'000'000) add_error(name, "must be a whole number from 1");
  return static_cast<int>(value);
}

std::vector<std::string> Members::texts(std::string_view name) {
  std::vector<std::string> items;
  const Json array = object_.get(name);
  if (!array.is_null() && !array.is_array()) add_error(name, "must be an array of strings");
  for (std::size_t i = 0; i < array.size(); ++i) {
    auto item = array.at(i).as_string();
    if (!item) add_error(name, "must be an array of strings");
    items.push_back(std::move(item).value_or(""));
  }
  return items;
}

std::vector<Members> Members::objects(std::string_view name, std::size_t least) {
  std::vector<Members> items;
  const Json array = object_.get(name);
  if (!array.is_array() || array.size() < least) {
    add_error(name, least == 0 ? "must be an array" : "must be an array with at least one element");
    return items;
  }
  for (std::size_t i = 0; i < array.size(); ++i) {
    items.emplace_back(array.at(i), at(name) + '[' + std::to_string(i) + ']', error_);
  }
  return items;
}

void Members::add_error(std::string_view name, std::string_view issue) {
  if (!error_) error_ = invalid_field(at(name), issue);
}

std::string Members::at(std::string_view name) const {
  if (path_.empty() || name.empty()) return path_ + std::string(name);
  return path_ + '.' + std::string(name);
}

}  // namespace assay::packs
