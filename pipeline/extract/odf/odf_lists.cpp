// SPDX-License-Identifier: Apache-2.0
// Counts list items (OpenDocument 1.3, part 3, 5.3).
#include "pipeline/extract/odf/odf_lists.hpp"

#include <algorithm>

#include "pipeline/extract/page/list_number.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

std::optional<int> stated_start(const xmlNode* node) {
  const int start = number_attribute(node, "start-value", -1);
  if (start < 0) return std::nullopt;
  return std::min(start, 1'000'000);
}

}  // namespace

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
