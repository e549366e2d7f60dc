// SPDX-License-Identifier: Apache-2.0
// Reads styles and list styles (OpenDocument 1.3, part 3, 16).
#include "pipeline/extract/odf/odf_styles.hpp"

#include <algorithm>

#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

constexpr int kLongestLineage = 20;  // styles may be based on each other in a cycle

std::string_view number_format(std::string_view format) {
  if (format == "a") return "lowerLetter";
  if (format == "A") return "upperLetter";
  if (format == "i") return "lowerRoman";
  if (format == "I") return "upperRoman";
  return format.empty() ? "" : "decimal";
}

OdfListLevel list_level(const xmlNode* node) {
  OdfListLevel level;
  level.bullet =
      name_of(node) == "list-level-style-bullet" || name_of(node) == "list-level-style-image";
  level.format = number_format(attribute(node, "num-format"));
  level.prefix = attribute(node, "num-prefix");
  level.suffix = attribute(node, "num-suffix");
  level.start = std::clamp(number_attribute(node, "start-value", 1), 0, 1'000'000);
  level.shown = std::clamp(number_attribute(node, "display-levels", 1), 1, 10);
  return level;
}

}  // namespace

void OdfStyles::add_style(const xmlNode* node) {
  const std::string_view family = attribute(node, "family");
  if (family != "paragraph" && family != "text") return;
  Style style;
  style.parent = attribute(node, "parent-style-name");
  style.list = attribute(node, "list-style-name");
  if (const xmlNode* properties = child(node, "text-properties")) {
    style.hidden = attribute(properties, "display") == "none";
  }
  styles_.insert_or_assign(std::string(attribute(node, "name")), std::move(style));
}

void OdfStyles::add_list(const xmlNode* node, std::string_view name) {
  OdfListStyle list;
  for (const xmlNode* c = node->children; c != nullptr; c = c->next) {
    const int level = c->type == XML_ELEMENT_NODE ? number_attribute(c, "level", 0) : 0;
    if (level < 1 || level > static_cast<int>(list.size())) continue;
    list.at(static_cast<std::size_t>(level - 1)) = list_level(c);
  }
  lists_.insert_or_assign(std::string(name), std::move(list));
}

void OdfStyles::add(const xmlNode* root) {
  for (const char* part : {"styles", "automatic-styles"}) {
    const xmlNode* all = child(root, part);
    for (const xmlNode* node = all == nullptr ? nullptr : all->children; node != nullptr;
         node = node->next) {
      const std::string_view name = name_of(node);
      if (name == "style") add_style(node);
      if (name == "list-style") add_list(node, attribute(node, "name"));
      if (name == "outline-style") add_list(node, kOutline);
    }
  }
}

const OdfStyles::Style* OdfStyles::find(std::string_view name) const {
  const auto found = styles_.find(std::string(name));
  return found == styles_.end() ? nullptr : &found->second;
}

int OdfStyles::title_level(std::string_view name) const {
  for (int i = 0; i < kLongestLineage; ++i) {
    if (name == "Title") return 1;
    if (name == "Subtitle") return 2;
    const Style* style = find(name);
    if (style == nullptr) return 0;
    name = style->parent;
  }
  return 0;
}

bool OdfStyles::hides(std::string_view name) const {
  const Style* style = find(name);
  return style != nullptr && style->hidden;
}

std::string OdfStyles::list_of(std::string_view name) const {
  const Style* style = find(name);
  for (int i = 0; style != nullptr && i < kLongestLineage; ++i) {
    if (!style->list.empty()) return style->list;
    style = find(style->parent);
  }
  return {};
}

const OdfListStyle* OdfStyles::list(std::string_view name) const {
  const auto found = lists_.find(std::string(name));
  return found == lists_.end() ? nullptr : &found->second;
}

}  // namespace assay::extract
