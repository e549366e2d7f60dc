// SPDX-License-Identifier: Apache-2.0
// Resolves styles through the styles that they are based on. Counts list items and formats their
// numbers.
#include "pipeline/extract/office/docx_styles.hpp"

#include <algorithm>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/line_shapes.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

constexpr int kLongestChain = 20;  // styles may be based on each other in a cycle

int level_of_name(std::string_view name) {
  if (name == "title") return 1;
  if (name == "subtitle") return 2;
  if (!name.starts_with("heading ") || name.size() != 9) return 0;
  const char digit = name.back();
  return digit >= '1' && digit <= '9' ? digit - '0' : 0;
}

}  // namespace

std::optional<ListPlace> list_place(const xmlNode* properties) {
  const xmlNode* place = child(properties, "numPr");
  if (place == nullptr) return std::nullopt;
  const xmlNode* list = child(place, "numId");
  const xmlNode* level = child(place, "ilvl");
  if (list == nullptr) return std::nullopt;
  return ListPlace{std::string(attribute(list, "val")),
                   level == nullptr ? 0 : number_attribute(level, "val", 0)};
}

int outline_level(const xmlNode* properties) {
  const xmlNode* outline = child(properties, "outlineLvl");
  return outline == nullptr ? -1 : number_attribute(outline, "val", -1);
}

bool switched_on(const xmlNode* properties, std::string_view name) {
  const xmlNode* found = properties == nullptr ? nullptr : child(properties, name);
  if (found == nullptr) return false;
  const std::string_view value = attribute(found, "val");
  return value != "0" && value != "false" && value != "off";
}

DocxStyles::DocxStyles(const xmlNode* root) {
  for (const xmlNode* node = root->children; node != nullptr; node = node->next) {
    if (name_of(node) != "style") continue;
    Style style;
    if (const xmlNode* name = child(node, "name")) style.name = ascii_lower(attribute(name, "val"));
    if (const xmlNode* base = child(node, "basedOn")) style.based_on = attribute(base, "val");
    const xmlNode* properties = child(node, "pPr");
    style.outline = outline_level(properties);
    style.list = list_place(properties);
    for (const xmlNode* c = node->children; c != nullptr; c = c->next) {
      if (name_of(c) != "tblStylePr" || attribute(c, "type") != "firstRow") continue;
      style.strong_first_row = switched_on(child(c, "rPr"), "b");
    }
    styles_.insert_or_assign(std::string(attribute(node, "styleId")), std::move(style));
  }
}

const DocxStyles::Style* DocxStyles::find(std::string_view id) const {
  const auto found = styles_.find(std::string(id));
  return found == styles_.end() ? nullptr : &found->second;
}

int DocxStyles::heading_level(std::string_view id) const {
  const Style* style = find(id);
  for (int i = 0; style != nullptr && i < kLongestChain; ++i) {
    if (style->outline >= 0) return style->outline <= 8 ? style->outline + 1 : 0;
    if (const int level = level_of_name(style->name)) return level;
    style = find(style->based_on);
  }
  return 0;
}

bool DocxStyles::strong_first_row(std::string_view id) const {
  const Style* style = find(id);
  for (int i = 0; style != nullptr && i < kLongestChain; ++i) {
    if (style->strong_first_row) return true;
    style = find(style->based_on);
  }
  return false;
}

std::optional<ListPlace> DocxStyles::list_of(std::string_view id) const {
  const Style* style = find(id);
  for (int i = 0; style != nullptr && i < kLongestChain; ++i) {
    if (style->list) return style->list;
    style = find(style->based_on);
  }
  return std::nullopt;
}

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
