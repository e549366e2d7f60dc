// SPDX-License-Identifier: Apache-2.0
// Reads spans, and takes for headers what <thead> and <th> say.
#include "pipeline/extract/text/text_blocks.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

// A count such as colspan; fallback if there is none.
std::size_t count_of(const xmlNode* cell, std::string_view name) {
  const std::string_view text = attribute(cell, name);
  std::size_t count = 1;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), count);
  return parsed.ec == std::errc() ? count : 1;
}

bool is_heading(std::string_view name) {
  return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
}

}  // namespace

bool arranges_page(const xmlNode* table) {
  bool headings = false;
  bool tables = false;
  bool header = false;
  walk(
      table,
      [&](const xmlNode* node) {
        const std::string_view name = name_of(node);
        headings = headings || is_heading(name);
        header = header || name == "th";
        // Inner tables are looked at when they are read.
        if (name != "table") return !headings;
        tables = true;
        return false;
      },
      [](const xmlNode*) {});
  return headings || (tables && !header);
}

void HtmlTable::enter(const xmlNode* node, std::string_view name) {
  if (name == "thead" || name == "tbody" || name == "tfoot") {
    in_head_ = name == "thead";
    spans_.end_group();
  } else if (name == "tr") {
    // Rows after </thead> need no <tbody>.
    if (name_of(node->parent) != "thead") in_head_ = false;
    spans_.begin_row(false);
    lines_.push_back({0, 0, in_head_, 0});
  } else if ((name == "td" || name == "th") && lines_.empty()) {
    spans_.begin_row(false);
    lines_.push_back({0, 0, in_head_, 0});
  }
}

void HtmlTable::add_cell(const xmlNode* node, std::string text, bool strong) {
  if (lines_.empty()) return;
  if (!strong) ++lines_.back().plain;
  ++lines_.back().cells;
  if (name_of(node) == "th") ++lines_.back().headers;
  const std::size_t rows = count_of(node, "rowspan");
  spans_.add(std::move(text), count_of(node, "colspan"), rows);
}

// Headers are the rows of <thead>; rows of only <th> above the first other row; and further below
// such rows of several cells, which begin another part with columns of its own.
void HtmlTable::mark_headers() {
  const bool head =
      std::ranges::any_of(lines_, [](const Line& line) { return line.in_head && line.cells > 0; });
  bool top = !head;
  bool only_headers = true;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    const bool all = line.cells > 0 && line.headers == line.cells;
    only_headers = only_headers && (all || line.cells == 0);
    top = top && (all || line.cells == 0);
    spans_.mark_header(i, line.in_head || (all && (top || line.cells > 1)));
    if (line.cells > 0 && line.plain == 0) spans_.mark_strong(i);
  }
  // A table of <th> alone: only its first row can be one.
  if (!only_headers || head) return;
  for (std::size_t i = 1; i < lines_.size(); ++i) spans_.mark_header(i, false);
}

void HtmlTable::write(PageBuilder& builder) {
  mark_headers();
  spans_.write(builder);
}

}  // namespace assay::extract
