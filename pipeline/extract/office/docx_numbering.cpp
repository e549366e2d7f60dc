// SPDX-License-Identifier: Apache-2.0
// Counts list items and formats their numbers.
#include "pipeline/extract/office/docx_numbering.hpp"

#include <algorithm>

#include "pipeline/extract/page/list_number.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {

void DocxNumbering::read_level(const xmlNode* node, Scheme& scheme) {
  const int index = number_attribute(node, "ilvl", -1);
  if (index < 0 || index >= kLevels) return;
  Level& level = scheme.levels.at(static_cast<std::size_t>(index));
  if (const xmlNode* format = child(node, "numFmt")) level.format = attribute(format, "val");
  if (const xmlNode* text = child(node, "lvlText")) level.text = attribute(text, "val");
  if (const xmlNode* start = child(node, "start")) level.start = number_attribute(start, "val", 1);
}

DocxNumbering::DocxNumbering(const xmlNode* root) {
  for (const xmlNode* node = root->children; node != nullptr; node = node->next) {
    if (name_of(node) == "abstractNum") {
      Scheme& scheme = schemes_[std::string(attribute(node, "abstractNumId"))];
      for (const xmlNode* c = node->children; c != nullptr; c = c->next) {
        if (name_of(c) == "lvl") read_level(c, scheme);
      }
    } else if (name_of(node) == "num") {
      const xmlNode* scheme = child(node, "abstractNumId");
      if (scheme == nullptr) continue;
      lists_[std::string(attribute(node, "numId"))] = attribute(scheme, "val");
    }
  }
}

std::string DocxNumbering::label(const ListPlace& place) {
  const auto list = lists_.find(place.list);
  if (list == lists_.end()) return {};
  const auto found = schemes_.find(list->second);
  if (found == schemes_.end() || place.level < 0 || place.level >= kLevels) return "- ";
  Scheme& scheme = found->second;
  const auto at = static_cast<std::size_t>(place.level);
  const Level& level = scheme.levels.at(at);
  int& counter = scheme.counters.at(at);
  counter = scheme.begun.at(at) ? counter + 1 : level.start;
  scheme.begun.at(at) = true;
  std::fill(scheme.begun.begin() + static_cast<std::ptrdiff_t>(at) + 1, scheme.begun.end(), false);
  if (level.format == "bullet") return "- ";
  if (level.format == "none") return {};
  std::string label;
  for (std::size_t i = 0; i < level.text.size(); ++i) {
    const bool place_holder = level.text[i] == '%' && i + 1 < level.text.size() &&
                              level.text[i + 1] >= '1' && level.text[i + 1] <= '9';
    if (!place_holder) {
      label += level.text[i];
      continue;
    }
    const auto other = static_cast<std::size_t>(level.text[++i] - '1');
    const Level& shown = scheme.levels.at(other);
    const int value = scheme.begun.at(other) ? scheme.counters.at(other) : shown.start;
    label += list_number(value, shown.format);
  }
  return label.empty() ? label : label + " ";
}

}  // namespace assay::extract
