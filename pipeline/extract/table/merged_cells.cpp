// SPDX-License-Identifier: Apache-2.0
// Carries open areas from row to row.
#include "pipeline/extract/table/merged_cells.hpp"

#include <algorithm>
#include <utility>

namespace assay::extract {
namespace {

constexpr std::size_t kSheetColumns = 16384;
constexpr std::size_t kMaxAreas = 100'000;
constexpr std::size_t kMaxMergedBytes = 4096;

}  // namespace

void MergedCells::add(const SheetArea& area) {
  const bool valid = area.first_row <= area.last_row && area.first_column <= area.last_column &&
                     area.last_column < kSheetColumns;
  if (valid && areas_.size() < kMaxAreas) areas_.emplace(area.first_row, area);
}

void MergedCells::use(std::size_t column) {
  if (column >= kSheetColumns) return;
  if (used_.size() <= column) used_.resize(column + 1);
  used_[column] = true;
}

// Areas whose first row this is. Programs do not show the values of their other cells.
void MergedCells::begin(std::size_t row_number, const TableRow& row, TableRow& out) {
  const auto [from, to] = areas_.equal_range(row_number);
  for (auto at = from; at != to; ++at) {
    const SheetArea& area = at->second;
    const auto origin =
        std::ranges::lower_bound(row.cells, area.first_column, {}, &GridCell::column);
    if (origin == row.cells.end() || origin->column != area.first_column) continue;
    if (origin->text.size() > kMaxMergedBytes) continue;
    covered_ = std::max(covered_, area.last_row);
    const std::size_t last = std::min(area.last_column + 1, used_.size());
    for (std::size_t column = area.first_column; column < last; ++column) {
      const bool copy = column > area.first_column;
      if (!used_[column] || (copy && taken_[column])) continue;
      taken_[column] = true;
      if (copy) out.cells.push_back({column, origin->text, true});
      if (area.last_row > row_number) open_[column] = {area.last_row, copy, origin->text};
    }
  }
}

// Areas that began above.
void MergedCells::go_on(std::size_t row_number, TableRow& out) {
  for (auto at = open_.begin(); at != open_.end();) {
    const auto& [column, area] = *at;
    if (area.last_row < row_number) {
      at = open_.erase(at);
      continue;
    }
    if (!taken_[column]) out.cells.push_back({column, area.text, area.copy});
    taken_[column] = true;
    ++at;
  }
}

void MergedCells::fill(std::size_t row_number, TableRow& row) {
  if (areas_.empty()) return;
  taken_.assign(kSheetColumns, false);
  for (const GridCell& cell : row.cells) taken_.at(cell.column) = true;
  TableRow added;
  go_on(row_number, added);
  begin(row_number, row, added);
  for (GridCell& cell : added.cells) row.cells.push_back(std::move(cell));
  std::ranges::stable_sort(row.cells, {}, &GridCell::column);
}

}  // namespace assay::extract
