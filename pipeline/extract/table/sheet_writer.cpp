// SPDX-License-Identifier: Apache-2.0
// Tells titles, gaps and tables of a sheet apart.
#include "pipeline/extract/table/sheet_writer.hpp"

#include <algorithm>
#include <utility>

namespace assay::extract {
namespace {

// A single text, or one that is merged across the row, is a title or a part's name.
bool one_text(const TableRow& row) {
  return std::ranges::all_of(row.cells.begin() + 1, row.cells.end(), &GridCell::copy);
}

RowWriter::Options options_of(const SheetLayout& layout, bool letters) {
  return {HeaderSearch::AllRows, letters, layout.expected_rows, layout.hidden_columns};
}

}  // namespace

SheetWriter::SheetWriter(SheetLayout layout, PageBuilder& builder)
    : merged_(std::move(layout.merged)), around_(builder, options_of(layout, true)) {
  builder.heading(1, layout.hidden ? layout.name + " (hidden sheet)" : layout.name);
  for (KnownTable& table : layout.tables) {
    tables_.push_back(
        {std::move(table), std::make_unique<RowWriter>(builder, options_of(layout, false))});
  }
}

void SheetWriter::add(std::size_t number, TableRow row) {
  if (row.cells.empty()) return;
  // Rows that only a merged cell fills are no gap.
  if (merged_.covers(number)) last_ = std::max(last_, number - 1);
  merged_.fill(number, row);
  for (Known& known : tables_) {
    if (known.done || number < known.table.area.first_row) continue;
    if (number > known.table.area.last_row) {
      known.writer->finish();
      known.done = true;
    } else {
      add_inside(number, row, known);
    }
  }
  if (row.cells.empty()) return;
  row.caption = one_text(row);
  if (number > last_ + 1 && last_ > 0) around_.gap();
  last_ = number;
  around_.add(std::move(row));
}

void SheetWriter::add_inside(std::size_t number, TableRow& row, Known& known) {
  const SheetArea& area = known.table.area;
  TableRow inside;
  inside.hidden = row.hidden;
  std::vector<GridCell> others;
  for (GridCell& cell : row.cells) {
    const bool within = cell.column >= area.first_column && cell.column <= area.last_column;
    (within ? inside.cells : others).push_back(std::move(cell));
  }
  row.cells = std::move(others);
  if (!known.begun) {
    around_.finish();
    known.begun = true;
    known.writer->header(known.table.names);
  }
  if (number < area.first_row + known.table.header_rows) return;
  known.writer->add(std::move(inside));
}

void SheetWriter::finish() {
  for (Known& known : tables_) {
    if (!known.done) known.writer->finish();
  }
  around_.finish();
}

}  // namespace assay::extract
