// SPDX-License-Identifier: Apache-2.0
// Reads typed members of a YAML map.
#include "db/packs/yaml_object.hpp"

#include "db/packs/refusal.hpp"
#include "db/packs/wording.hpp"

namespace assay::packs {

YamlObject::YamlObject(YamlNode node, std::string path) : node_(node), path_(std::move(path)) {
  if (!node_.is_map()) refuse(node_.line(), path_.empty() ? "file" : path_, "must be a map");
}

std::string YamlObject::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + '.' + std::string(key);
}

std::optional<YamlNode> YamlObject::find(std::string_view key) const {
  auto value = node_.find(key);
  if (value && value->is_null()) value.reset();
  return value;
}

std::string YamlObject::text(std::string_view key) const {
  const auto value = find(key);
  if (!value) return "";
  if (!value->is_text()) refuse(value->line(), path_of(key), "must be a string");
  return std::string(trimmed(value->text()));
}

std::string YamlObject::required_text(std::string_view key) const {
  std::string value = text(key);
  if (value.empty()) refuse(line(), path_of(key), "is missing or empty");
  return value;
}

bool YamlObject::flag(std::string_view key) const {
  const auto value = find(key);
  if (!value) return false;
  const auto truth = value->as_bool();
  if (!truth) refuse(value->line(), path_of(key), "must be true or false");
  return *truth;
}

std::vector<std::string> YamlObject::texts(std::string_view key) const {
  std::vector<std::string> out;
  const auto value = find(key);
  if (!value) return out;
  if (!value->is_list()) refuse(value->line(), path_of(key), "must be a list of strings");
  for (std::size_t i = 0; i < value->size(); ++i) {
    const YamlNode item = value->at(i);
    if (!item.is_text()) refuse(item.line(), path_of(key), "must be a list of strings");
    out.emplace_back(trimmed(item.text()));
  }
  return out;
}

std::vector<YamlObject> YamlObject::objects(std::string_view key) const {
  std::vector<YamlObject> out;
  const auto value = find(key);
  if (!value) return out;
  if (value->is_map()) {
    out.emplace_back(*value, path_of(key));
    return out;
  }
  if (!value->is_list()) refuse(value->line(), path_of(key), "must be a list of maps");
  out.reserve(value->size());
  for (std::size_t i = 0; i < value->size(); ++i) {
    out.emplace_back(value->at(i), path_of(key) + '[' + std::to_string(i) + ']');
  }
  return out;
}

}  // namespace assay::packs
