// SPDX-License-Identifier: Apache-2.0
// Holds those styles of an OpenDocument file that decide what its reader sees: titles, lists,
// hidden text.
#pragma once

#include <libxml/tree.h>

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>

namespace assay::extract {

struct OdfListLevel {
  bool bullet = true;
  std::string format;  // of list_number(); empty for a number that is not shown
  std::string prefix;
  std::string suffix;
  int start = 1;
  int shown = 1;  // how many levels the number shows: 2 for "3.1"
};
using OdfListStyle = std::array<OdfListLevel, 10>;

class OdfStyles {
 public:
  // Adds the styles below a root (of styles.xml, or of content.xml, which comes later and wins).
  void add(const xmlNode* root);

  // 1 for the style of the document's title, 2 for subtitles, else 0.
  [[nodiscard]] int title_level(std::string_view style) const;
  // Whether a paragraph style or a style of a part of a paragraph hides its text.
  [[nodiscard]] bool hides(std::string_view style) const;
  // The list that a paragraph style puts its paragraphs into, or an empty name.
  [[nodiscard]] std::string list_of(std::string_view style) const;
  // nullptr if there is no such list style.
  [[nodiscard]] const OdfListStyle* list(std::string_view name) const;
  // How headings are numbered; nullptr if the document does not say.
  [[nodiscard]] const OdfListStyle* outline() const { return list(kOutline); }

 private:
  static constexpr std::string_view kOutline = "\n";  // no name of a style
  struct Style {
    std::string parent;
    std::string list;
    bool hidden = false;
  };
  void add_style(const xmlNode* node);
  void add_list(const xmlNode* node, std::string_view name);
  [[nodiscard]] const Style* find(std::string_view name) const;

  std::unordered_map<std::string, Style> styles_;  // of paragraphs and parts of them
  std::unordered_map<std::string, OdfListStyle> lists_;
};

}  // namespace assay::extract
