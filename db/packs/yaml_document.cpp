// SPDX-License-Identifier: Apache-2.0
// Views of a YAML tree; scalars are interpreted by YAML 1.1, which libyaml reads.
#include "db/packs/yaml_document.hpp"

#include <algorithm>
#include <array>

namespace assay::packs {
namespace {

template <std::size_t N>
bool one_of(const std::array<std::string_view, N>& words, std::string_view text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

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

}  // namespace assay::packs
