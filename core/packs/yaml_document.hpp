// SPDX-License-Identifier: Apache-2.0
// Reads a YAML file as a tree with line numbers, under limits. Pack libraries are plain data, so
// features that could only trick a reader are refused: tags, merge keys, duplicate keys, several
// documents, aliases that multiply.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace assay::packs {

inline constexpr std::size_t kMaxYamlBytes = std::size_t{32} << 20U;
inline constexpr std::size_t kMaxYamlDepth = 64;
inline constexpr std::size_t kMaxYamlNodes = 1'000'000;  // with aliases expanded
inline constexpr std::size_t kMaxAliasedBytes = std::size_t{16} << 20U;

class YamlDocument;

// One value of a document. The document must outlive it. Cheap to copy.
class YamlNode {
 public:
  YamlNode(const YamlDocument& document, std::uint32_t index)
      : document_(&document), index_(index) {}

  [[nodiscard]] bool is_map() const;
  [[nodiscard]] bool is_list() const;
  [[nodiscard]] bool is_text() const;  // any scalar: numbers and dates stay as written
  [[nodiscard]] bool is_null() const;  // YAML 1.1: empty, ~ or null, unquoted
  [[nodiscard]] std::optional<bool> as_bool() const;  // YAML 1.1: yes, no, on, off, true, false
  [[nodiscard]] const std::string& text() const;      // "" unless is_text()
  [[nodiscard]] std::size_t line() const;             // from 1

  // Members of a map, items of a list, 0 for a text.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] YamlNode at(std::size_t index) const;             // value of a member, or item
  [[nodiscard]] const std::string& key(std::size_t index) const;  // of a map
  [[nodiscard]] std::optional<YamlNode> find(std::string_view key) const;

 private:
  const YamlDocument* document_;
  std::uint32_t index_;
};

class YamlDocument {
 public:
  // Returns 400 with line and column for anything but one YAML document within the limits.
  [[nodiscard]] static Result<YamlDocument> parse(std::string_view text);
  [[nodiscard]] YamlNode root() const { return {*this, 0}; }

 private:
  friend class YamlNode;
  friend class YamlBuilder;
  enum class Kind : std::uint8_t { Text, List, Map };
  struct Member {
    std::string key;
    std::uint32_t line = 0;
    std::uint32_t value = 0;
  };
  struct Node {
    Kind kind = Kind::Text;
    bool plain = false;  // an unquoted scalar
    std::uint32_t line = 0;
    std::uint32_t nodes = 0;  // of the whole subtree, aliases expanded; 0 while it is open
    std::uint64_t bytes = 0;  // of its texts, likewise
    std::string text = {};
    std::vector<Member> members = {};  // of a map; a list's have no keys
  };
  std::vector<Node> nodes_;  // [0] is the root
};

// A YAML map with its place in the file: typed members, each refused by line and path if it has the
// wrong type.
// The document must outlive it. All of these throw ParseError.
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
