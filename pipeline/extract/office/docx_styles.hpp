// SPDX-License-Identifier: Apache-2.0
// Reads a paragraph's outline level and list from a Word document's styles, and computes the
// numbers and bullets that Word shows before list items and headings; a document only stores the
// rules for them.
#pragma once

#include <libxml/tree.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace assay::extract {

// A paragraph's list and its depth in the list.
struct ListPlace {
  std::string list;  // numId; "0" takes a paragraph out of its style's list
  int level = 0;
};

class DocxStyles {
 public:
  DocxStyles() = default;
  explicit DocxStyles(const xmlNode* root);  // from styles.xml

  // 1 to 9; 0 for running text.
  [[nodiscard]] int heading_level(std::string_view style) const;
  [[nodiscard]] std::optional<ListPlace> list_of(std::string_view style) const;
  // Whether a table of that style shows its first row in bold type.
  [[nodiscard]] bool strong_first_row(std::string_view style) const;

 private:
  struct Style {
    std::string name;  // lower case; built-in styles have English names in every language
    std::string based_on;
    int outline = -1;  // 0 to 8, 9 for body text
    std::optional<ListPlace> list;
    bool strong_first_row = false;
  };
  [[nodiscard]] const Style* find(std::string_view id) const;

  std::unordered_map<std::string, Style> styles_;
};

// The list place that a w:pPr element itself states.
[[nodiscard]] std::optional<ListPlace> list_place(const xmlNode* properties);
[[nodiscard]] int outline_level(const xmlNode* properties);  // -1 if not stated
// Whether a property such as w:b is there and not switched off. properties may be nullptr.
[[nodiscard]] bool switched_on(const xmlNode* properties, std::string_view name);

class DocxNumbering {
 public:
  DocxNumbering() = default;
  explicit DocxNumbering(const xmlNode* root);  // from numbering.xml

  // Counts the next item at that place and returns its label: "- ", "3. ", "2.1 ", "(a) ". Empty
  // for a list that shows nothing.
  [[nodiscard]] std::string label(const ListPlace& place);
  // Whether the place is in a list: "0" and undefined lists are not.
  [[nodiscard]] bool is_list(const ListPlace& place) const { return lists_.contains(place.list); }

 private:
  static constexpr int kLevels = 9;
  struct Level {
    std::string format = "decimal";
    std::string text;
    int start = 1;
  };
  struct Scheme {
    std::array<Level, kLevels> levels;
    std::array<int, kLevels> counters{};
    std::array<bool, kLevels> begun{};
  };
  static void read_level(const xmlNode* node, Scheme& scheme);

  std::unordered_map<std::string, std::string> lists_;  // numId to abstractNumId
  std::unordered_map<std::string, Scheme> schemes_;
};

}  // namespace assay::extract
