// SPDX-License-Identifier: Apache-2.0
// A YAML map with its place in the file: typed members, each refused by line and path if it has the
// wrong type.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/packs/yaml_document.hpp"

namespace assay::packs {

// The document must outlive it. All of these throw Refusal.
class YamlObject {
 public:
  // Refuses a node that is not a map.
  YamlObject(YamlNode node, std::string path);

  [[nodiscard]] const YamlNode& node() const { return node_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::size_t line() const { return node_.line(); }
  [[nodiscard]] std::string path_of(std::string_view key) const;

  // Treats absent and null alike.
  [[nodiscard]] std::optional<YamlNode> find(std::string_view key) const;
  // A scalar, without blanks at its ends; "" if absent.
  [[nodiscard]] std::string text(std::string_view key) const;
  [[nodiscard]] std::string required_text(std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view key) const;  // absent: false
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
  // The maps of a list; a single map counts as a list of one.
  [[nodiscard]] std::vector<YamlObject> objects(std::string_view key) const;

 private:
  YamlNode node_;
  std::string path_;
};

}  // namespace assay::packs
