// SPDX-License-Identifier: Apache-2.0
// Tells titles, gaps and tables of a sheet apart.
#include "pipeline/extract/table/sheet_writer.hpp"

#include <algorithm>
#include <utility>

#include "pipeline/extract/table/side_tables.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxBandRows = 1000;
constexpr std::size_t kMaxBandBytes = std::size_t{4} * 1024 * 1024;

// A single text, or one that is merged across the row, is a title or a part's name.
bool one_text(const TableRow& row) {
  return std::ranges::all_of(row.cells.begin() + 1, row.cells.end(), &GridCell::copy);
}

RowWriter::Options options_of(const SheetLayout& layout, bool letters) {
  return {HeaderSearch::AllRows, letters, layout.expected_rows, layout.hidden_columns};
}

}  // namespace

SheetWriter::SheetWriter(SheetLayout layout, PageBuilder& builder)
    : builder_(builder),
      merged_(std::move(layout.merged)),
      options_(options_of(layout, true)),
      around_(builder, options_) {
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
  if (number > last_ + 1 && last_ > 0) {
    write_band();
    long_band_ = false;
    around_.gap();
  }
  last_ = number;
  add_around(std::move(row));
}

void SheetWriter::add_around(TableRow row) {
  if (long_band_) return around_.add(std::move(row));
  for (const GridCell& cell : row.cells) band_bytes_ += cell.text.size();
  band_.push_back(std::move(row));
  if (band_.size() < kMaxBandRows && band_bytes_ < kMaxBandBytes) return;
  write_band();
  long_band_ = true;
}

void SheetWriter::write_band() {
  const std::vector<TableRow> rows = std::exchange(band_, {});
  band_bytes_ = 0;
  const std::vector<std::vector<TableRow>> tables = tables_side_by_side(rows);
  if (tables.empty()) {
    for (const TableRow& row : rows) around_.add(row);
    return;
  }
  around_.finish();
  for (const std::vector<TableRow>& table : tables) {
    RowWriter own(builder_, options_);
    for (const TableRow& row : table) own.add(row);
    own.finish();
  }
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
    write_band();
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
  write_band();
  around_.finish();
}

}  // namespace assay::extract
