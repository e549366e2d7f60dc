// SPDX-License-Identifier: Apache-2.0
// Reads rows and cells (OpenDocument 1.3, part 3, 9.1).
#include "pipeline/extract/odf/odf_table.hpp"

#include <utility>

#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxRepeatedCells = 64;
constexpr std::size_t kMaxSpan = 1000;  // rows or columns

bool is_cell(const xmlNode* node) {
  return name_of(node) == "table-cell" || name_of(node) == "covered-table-cell";
}

bool is_group(const xmlNode* node) {
  const std::string_view name = name_of(node);
  return name == "table-header-rows" || name == "table-rows" || name == "table-row-group";
}

// The table of a row.
const xmlNode* odf_table_of(const xmlNode* row) {
  const xmlNode* node = row->parent;
  while (node != nullptr && is_group(node)) node = node->parent;
  return node;
}

bool in_header(const xmlNode* row) {
  return name_of(row->parent) == "table-header-rows";
}

}  // namespace

bool OdfTable::one_column(const xmlNode* table) {
  bool one = true;
  walk(
      table,
      [&](const xmlNode* node) {
        if (name_of(node) != "table-row") return one && is_group(node);
        std::size_t cells = 0;
        for (const xmlNode* c = node->children; c != nullptr; c = c->next) {
          if (is_cell(c)) cells += repeats(attribute(c, "number-columns-repeated"), 2);
        }
        one = one && cells <= 1;
        return false;
      },
      [](const xmlNode*) {});
  return one;
}

void OdfTable::enter(const xmlNode* node) {
  if (name_of(node) != "table-row" || odf_table_of(node) != node_) return;
  // On slides, tables show whether their first row is a header.
  const bool styled = spans_.size() == 0 && name_of(node_->parent) == "frame" &&
                      attribute(node_, "use-first-row-styles") == "true";
  // A row stated to be repeated is read once: only empty ones are, except in spreadsheets.
  spans_.begin_row(styled || in_header(node));
}

void OdfTable::leave_cell(const xmlNode* node) {
  std::string text = std::exchange(cell_, {});
  // The value of the cell that covers it is already here. Its own text is from before it was
  // covered.
  if (name_of(node) == "covered-table-cell") return;
  // A list of one is no list: presentations make one of each cell.
  if (text.starts_with("- ") && text.find('\n') + 1 == text.size()) text.erase(0, 2);
  const std::size_t copies = repeats(attribute(node, "number-columns-repeated"), kMaxRepeatedCells);
  repeated_.add(text.size(), copies);
  const std::size_t columns = repeats(attribute(node, "number-columns-spanned"), kMaxSpan);
  const std::size_t rows = repeats(attribute(node, "number-rows-spanned"), kMaxSpan);
  for (std::size_t i = 0; i < copies; ++i) spans_.add(text, columns, rows);
}

void OdfTable::leave(const xmlNode* node) {
  const xmlNode* row = node->parent;
  if (spans_.size() == 0 || !is_cell(node)) return;
  if (name_of(row) == "table-row" && odf_table_of(row) == node_) leave_cell(node);
}

}  // namespace assay::extract
