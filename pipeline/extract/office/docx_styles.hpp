// SPDX-License-Identifier: Apache-2.0
// Reads a paragraph's outline level and list from a Word document's styles.
#pragma once

#include <libxml/tree.h>

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

}  // namespace assay::extract
