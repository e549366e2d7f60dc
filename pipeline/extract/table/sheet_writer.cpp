// SPDX-License-Identifier: Apache-2.0
// Tells titles, gaps and tables of a sheet apart. Carries open areas of merged cells from row to
// row. Groups the columns that hold something, and looks for a header in each group.
#include "pipeline/extract/table/sheet_writer.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace assay::extract {
namespace {

constexpr std::size_t kSheetColumns = 16384;
constexpr std::size_t kMaxAreas = 100'000;
constexpr std::size_t kMaxMergedBytes = 4096;

constexpr std::size_t kMaxBandRows = 1000;
constexpr std::size_t kMaxBandBytes = std::size_t{4} * 1024 * 1024;

// A single text, or one that is merged across the row, is a title or a part's name.
bool one_text(const TableRow& row) {
  return std::ranges::all_of(row.cells.begin() + 1, row.cells.end(), &GridCell::copy);
}

RowWriter::Options options_of(const SheetLayout& layout, bool letters) {
  return {HeaderSearch::AllRows, letters, layout.expected_rows, layout.hidden_columns};
}

// Neighbouring columns, both inclusive.
struct ColumnGroup {
  std::size_t first = 0;
  std::size_t last = 0;
};

std::vector<ColumnGroup> column_groups(const std::vector<TableRow>& rows) {
  std::set<std::size_t> used;
  for (const TableRow& row : rows) {
    if (row.caption) continue;
    for (const GridCell& cell : row.cells) used.insert(cell.column);
  }
  std::vector<ColumnGroup> groups;
  for (const std::size_t column : used) {
    if (!groups.empty() && column == groups.back().last + 1) {
      groups.back().last = column;
    } else {
      groups.push_back({column, column});
    }
  }
  return groups;
}

// The part of the rows in those columns, the names at its top and in which row they stand.
struct Part {
  std::vector<TableRow> rows;
  std::set<std::string> names;
  std::size_t begin = 0;
  bool header = false;  // the names are certainly some
};

// The row's cells in those columns.
TableRow cells_between(const TableRow& row, std::size_t first, std::size_t last) {
  TableRow out;
  out.hidden = row.hidden;
  out.strong = row.strong;
  for (const GridCell& cell : row.cells) {
    if (cell.column >= first && cell.column <= last) out.cells.push_back(cell);
  }
  out.caption =
      row.caption || (!out.cells.empty() &&
                      std::ranges::all_of(out.cells.begin() + 1, out.cells.end(), &GridCell::copy));
  return out;
}

Part part_of(const std::vector<TableRow>& rows, std::size_t first, std::size_t last) {
  Part part;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    TableRow own = cells_between(rows[i], first, last);
    if (own.cells.empty()) continue;
    places.push_back(i);
    part.rows.push_back(std::move(own));
  }
  HeaderPlace place;
  if (const auto found = find_header(part.rows, HeaderSearch::AllRows)) {
    part.header = true;
    place = *found;
  } else {
    const auto top = std::ranges::find(part.rows, false, &TableRow::caption);
    if (top == part.rows.end()) return part;
    place.first = static_cast<std::size_t>(top - part.rows.begin());
  }
  part.begin = places[place.first];
  const std::span<const TableRow> all(part.rows);
  for (auto& [column, name] : joined_names(all.subspan(place.first, place.lines))) {
    part.names.insert(name);
  }
  return part;
}

bool stand_apart(const Part& a, const Part& b) {
  if (a.names.size() >= 2 && a.names == b.names) return true;
  return a.header && b.header && a.begin != b.begin;
}

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

std::vector<std::vector<TableRow>> tables_side_by_side(const std::vector<TableRow>& rows) {
  const std::vector<ColumnGroup> groups = column_groups(rows);
  if (groups.size() < 2) return {};
  std::vector<Part> parts;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].first == groups[i].last) return {};
    // A title above a gap belongs to the table on its left.
    const std::size_t begin = i == 0 ? 0 : groups[i].first;
    const std::size_t end = i + 1 < groups.size() ? groups[i + 1].first - 1 : groups[i].last;
    parts.push_back(part_of(rows, begin, std::max(end, groups[i].last)));
    if (i > 0 && !stand_apart(parts[i - 1], parts[i])) return {};
  }
  std::vector<std::vector<TableRow>> out;
  out.reserve(parts.size());
  for (Part& part : parts) out.push_back(std::move(part.rows));
  return out;
}

}  // namespace assay::extract
