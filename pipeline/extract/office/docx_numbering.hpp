// SPDX-License-Identifier: Apache-2.0
// Computes the numbers and bullets that Word shows before list items and headings; a document only
// stores the rules for them.
#pragma once

#include <libxml/tree.h>

#include <array>
#include <string>
#include <unordered_map>

#include "pipeline/extract/office/docx_styles.hpp"

namespace assay::extract {

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
