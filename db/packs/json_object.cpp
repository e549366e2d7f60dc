// SPDX-License-Identifier: Apache-2.0
// Checks limits and reads typed members of JSON pack files.
#include "db/packs/json_object.hpp"
#include "core/json/utf8.hpp"

#include <algorithm>

#include "core/json/utf8.hpp"
#include "db/packs/refusal.hpp"
#include "db/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::string_view kFile = "file";

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
  } catch (const Refusal& refusal) {
    return refusal.error();
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

}  // namespace assay::packs
