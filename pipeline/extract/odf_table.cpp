// SPDX-License-Identifier: Apache-2.0
// Reads rows and cells (OpenDocument 1.3, part 3, 9.1).
#include "pipeline/extract/odf_table.hpp"

#include <utility>

#include "pipeline/extract/tree_walk.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxRepeatedCells = 64;

bool is_cell(const xmlNode* node) {
  return name_of(node) == "table-cell" || name_of(node) == "covered-table-cell";
}

bool is_group(const xmlNode* node) {
  const std::string_view name = name_of(node);
  return name == "table-header-rows" || name == "table-rows" || name == "table-row-group";
}

// The table of a row.
const xmlNode* table_of(const xmlNode* row) {
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
  if (name_of(node) != "table-row" || table_of(node) != node_) return;
  if (in_header(node) && header_rows_ == rows_.size()) ++header_rows_;
  // A row stated to be repeated is read once: only empty ones are, except in spreadsheets.
  rows_.emplace_back();
}

void OdfTable::leave_cell(const xmlNode* node) {
  std::string text = std::exchange(cell_, {});
  // A covered cell may keep text from before it was covered.
  if (name_of(node) == "covered-table-cell") text.clear();
  // A list of one is no list: presentations make one of each cell.
  if (text.starts_with("- ") && text.find('\n') + 1 == text.size()) text.erase(0, 2);
  const std::size_t copies = repeats(attribute(node, "number-columns-repeated"), kMaxRepeatedCells);
  Row& row = rows_.back();
  repeated_.add(text.size(), copies);
  row.insert(row.end(), copies, text);
}

void OdfTable::leave_row(const xmlNode* node) {
  Row& row = rows_.back();
  // A cell across the whole table is a caption inside it.
  const xmlNode* first = child(node, "table-cell");
  if (first != nullptr && row.size() > 1 &&
      repeats(attribute(first, "number-columns-spanned"), row.size()) == row.size()) {
    row.resize(1);
  }
}

void OdfTable::leave(const xmlNode* node) {
  if (rows_.empty()) return;
  if (name_of(node) == "table-row" && table_of(node) == node_) return leave_row(node);
  const xmlNode* row = node->parent;
  if (is_cell(node) && name_of(row) == "table-row" && table_of(row) == node_) leave_cell(node);
}

}  // namespace assay::extract
