// SPDX-License-Identifier: Apache-2.0
// Reads styles and list styles (OpenDocument 1.3, part 3, 16), and counts list items (5.3).
#include "pipeline/extract/odf/odf_styles.hpp"

#include <algorithm>

#include "pipeline/extract/page/line_shapes.hpp"
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

std::optional<int> stated_start(const xmlNode* node) {
  const int start = number_attribute(node, "start-value", -1);
  if (start < 0) return std::nullopt;
  return std::min(start, 1'000'000);
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

void OdfLists::Counters::restart(std::size_t level) {
  if (level >= begun.size()) return;
  std::fill(begun.begin() + static_cast<std::ptrdiff_t>(level), begun.end(), false);
}

void OdfLists::Counters::count(std::size_t level, int start) {
  values.at(level) = begun.at(level) ? values.at(level) + 1 : start;
  begun.at(level) = true;
  restart(level + 1);
}

void OdfLists::enter_list(const xmlNode* node) {
  std::string style(attribute(node, "style-name"));
  const bool continues =
      attribute(node, "continue-numbering") == "true" || !attribute(node, "continue-list").empty();
  if (!lists_.empty()) {
    if (style.empty()) style = lists_.back();
    if (!continues) counters_.restart(lists_.size());
  } else {
    counters_ = continues ? ended_[style] : Counters{};
  }
  lists_.push_back(std::move(style));
}

void OdfLists::leave_list() {
  if (lists_.size() == 1) ended_[lists_.front()] = counters_;
  if (!lists_.empty()) lists_.pop_back();
}

void OdfLists::enter_item(const xmlNode* node) {
  items_.push_back({name_of(node) == "list-item", stated_start(node)});
}

void OdfLists::leave_item() {
  if (!items_.empty()) items_.pop_back();
}

std::string OdfLists::text(const OdfListStyle& style, const Counters& counters, std::size_t level) {
  const OdfListLevel& own = style.at(level);
  if (own.bullet) return "- ";
  if (own.format.empty()) return {};
  std::string numbers;
  const std::size_t first = level + 1 - std::min(static_cast<std::size_t>(own.shown), level + 1);
  for (std::size_t i = first; i <= level; ++i) {
    const OdfListLevel& shown = style.at(i);
    if (shown.bullet || shown.format.empty()) continue;
    if (!numbers.empty()) numbers += '.';
    numbers +=
        list_number(counters.begun.at(i) ? counters.values.at(i) : shown.start, shown.format);
  }
  return own.prefix + numbers + own.suffix + " ";
}

std::optional<std::string> OdfLists::label(std::string_view paragraph_style) {
  if (lists_.empty() || items_.empty() || !items_.back().fresh) return std::nullopt;
  items_.back().fresh = false;
  const std::string& name = lists_.back();
  const OdfListStyle* style = styles_.list(name.empty() ? styles_.list_of(paragraph_style) : name);
  const std::size_t level = std::min(lists_.size(), counters_.values.size()) - 1;
  const int start = style == nullptr ? 1 : style->at(level).start;
  const std::optional<int> own = items_.back().own_start;
  if (own) counters_.restart(level);
  counters_.count(level, own.value_or(start));
  return style == nullptr ? "- " : text(*style, counters_, level);
}

std::string OdfLists::heading_label(const xmlNode* heading, int level) {
  const OdfListStyle* style = styles_.outline();
  if (style == nullptr || attribute(heading, "is-list-header") == "true") return {};
  const auto at =
      static_cast<std::size_t>(std::clamp(level, 1, static_cast<int>(style->size())) - 1);
  const std::optional<int> own = stated_start(heading);
  if (own || attribute(heading, "restart-numbering") == "true") outline_.restart(at);
  outline_.count(at, own.value_or(style->at(at).start));
  return style->at(at).bullet ? std::string() : text(*style, outline_, at);
}

}  // namespace assay::extract
