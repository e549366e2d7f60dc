// SPDX-License-Identifier: Apache-2.0
// Views of a YAML tree, and its typed members. Scalars are interpreted by YAML 1.1, which libyaml
// reads.
#include "core/packs/yaml_document.hpp"

#include <algorithm>
#include <array>

#include "core/packs/parse_report.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::array<std::string_view, 5> kNulls{"", "~", "null", "Null", "NULL"};
constexpr std::array<std::string_view, 9> kTrue{"true", "True", "TRUE", "yes", "Yes",
                                                "YES",  "on",   "On",   "ON"};
constexpr std::array<std::string_view, 9> kFalse{"false", "False", "FALSE", "no", "No",
                                                 "NO",    "off",   "Off",   "OFF"};

}  // namespace

bool YamlNode::is_map() const {
  return document_->nodes_[index_].kind == YamlDocument::Kind::Map;
}

bool YamlNode::is_list() const {
  return document_->nodes_[index_].kind == YamlDocument::Kind::List;
}

bool YamlNode::is_text() const {
  return document_->nodes_[index_].kind == YamlDocument::Kind::Text;
}

bool YamlNode::is_null() const {
  return is_text() && document_->nodes_[index_].plain && one_of(kNulls, text());
}

std::optional<bool> YamlNode::as_bool() const {
  if (!is_text() || !document_->nodes_[index_].plain) return std::nullopt;
  if (one_of(kTrue, text())) return true;
  if (one_of(kFalse, text())) return false;
  return std::nullopt;
}

const std::string& YamlNode::text() const {
  return document_->nodes_[index_].text;
}

std::size_t YamlNode::line() const {
  return document_->nodes_[index_].line;
}

std::size_t YamlNode::size() const {
  return document_->nodes_[index_].members.size();
}

YamlNode YamlNode::at(std::size_t index) const {
  return {*document_, document_->nodes_[index_].members[index].value};
}

const std::string& YamlNode::key(std::size_t index) const {
  return document_->nodes_[index_].members[index].key;
}

std::optional<YamlNode> YamlNode::find(std::string_view key) const {
  if (!is_map()) return std::nullopt;
  for (const YamlDocument::Member& member : document_->nodes_[index_].members) {
    if (member.key == key) return YamlNode(*document_, member.value);
  }
  return std::nullopt;
}

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
