// SPDX-License-Identifier: Apache-2.0
// Holds rows back until the header is known, then writes each cell under its column's name.
#include "pipeline/extract/table/table_rows.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/table/table_header.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kRowsHeldBack = 40;
constexpr std::size_t kBytesHeldBack = std::size_t{4} * 1024 * 1024;

std::set<std::size_t> columns_in(const std::vector<TableRow>& rows) {
  std::set<std::size_t> out;
  for (const TableRow& row : rows) {
    if (row.caption) continue;
    for (const GridCell& cell : row.cells) out.insert(cell.column);
  }
  return out;
}

std::size_t cells_in(const std::vector<TableRow>& rows) {
  std::size_t count = 0;
  for (const TableRow& row : rows) count += row.cells.size();
  return count;
}

}  // namespace

TableRow table_row_of(const Row& cells) {
  TableRow out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string text = clean_line(cells[i]);
    if (!text.empty()) out.cells.push_back({i, std::move(text)});
  }
  return out;
}

void RowWriter::header(TableRow line) {
  if (line.cells.empty()) return;
  // A title across the table is not part of any name.
  if (line.caption) return add(std::move(line));
  if (decided_ || !waiting_.empty()) {
    const bool titles =
        !decided_ && marked_.empty() && std::ranges::all_of(waiting_, &TableRow::caption);
    if (!titles) finish();
  }
  marked_.push_back(std::move(line));
}

void RowWriter::add(TableRow row) {
  if (row.cells.empty()) return;
  if (decided_) return write(row);
  for (const GridCell& cell : row.cells) waiting_bytes_ += cell.text.size();
  waiting_.push_back(std::move(row));
  if (waiting_.size() >= kRowsHeldBack || waiting_bytes_ >= kBytesHeldBack) decide();
}

// Rows that use further columns, or begin with a title, are another table.
bool RowWriter::keeps_names(const std::vector<TableRow>& rows) const {
  if (names_.empty() || rows.empty() || rows.front().caption) return false;
  return std::ranges::all_of(columns_in(rows),
                             [this](std::size_t column) { return names_.contains(column); });
}

void RowWriter::set_names(ColumnNames names, const std::vector<TableRow>& rows, std::size_t below) {
  names_ = std::move(names);
  if (names_.empty()) return;
  // Rows leave cells empty, and do not repeat the names of these.
  const std::size_t most = std::max<std::size_t>(rows.size(), 1) * names_.size();
  const ColumnNames full = names_;
  const bool shortened = shorten_names(names_, options_.expected_rows * cells_in(rows) / most);
  const bool used = std::ranges::any_of(std::span(rows).subspan(below),
                                        [this](const TableRow& row) { return !is_caption(row); });
  if (used && !shortened) return;
  // Once in full, also above no rows: no word is lost.
  std::vector<Cell> cells;
  for (const auto& [column, name] : full) cells.push_back({{}, name});
  builder_.table_row(cells);
}

void RowWriter::decide() {
  if (decided_) return;
  decided_ = true;
  const std::vector<TableRow> rows = std::exchange(waiting_, {});
  waiting_bytes_ = 0;
  std::size_t begin = 0;
  if (!marked_.empty()) {
    // Titles stand above the header.
    for (; begin < rows.size() && rows[begin].caption; ++begin) write(rows[begin]);
    set_names(joined_names(std::exchange(marked_, {})), rows, begin);
  } else if (const auto place = find_header(rows, options_.search)) {
    names_.clear();
    pairs_ = true;  // "Prepared by | Kay" above the table
    for (; begin < place->first; ++begin) write(rows[begin]);
    const std::span<const TableRow> all(rows);
    begin = place->first + place->lines;
    set_names(joined_names(all.subspan(place->first, place->lines)), rows, begin);
  } else if (!keeps_names(rows)) {
    names_.clear();
  }
  pairs_ = names_.empty() && columns_in(rows).size() == 2;
  for (; begin < rows.size(); ++begin) write(rows[begin]);
}

Cell RowWriter::named_cell(const GridCell& cell, bool caption) const {
  Cell out{{}, cell.text};
  const auto name = names_.find(cell.column);
  if (!caption && name != names_.end()) {
    out.header = name->second;
  } else if (!caption && !names_.empty() && options_.letters) {
    out.header = "Column " + column_letters(cell.column);
  }
  const bool hidden =
      cell.column < options_.hidden_columns.size() && options_.hidden_columns[cell.column];
  if (hidden) (out.header.empty() ? out.value : out.header) += " (hidden)";
  return out;
}

bool RowWriter::is_caption(const TableRow& row) const {
  // In a table of one column, each row is a single cell.
  const bool only = names_.size() == 1 && row.cells.front().column == names_.begin()->first;
  return row.caption && !only;
}

void RowWriter::write(const TableRow& row) {
  std::vector<Cell> cells;
  cells.reserve(row.cells.size());
  const bool caption = is_caption(row);
  for (const GridCell& cell : row.cells) {
    // A merged value comes again only where a name makes it another statement.
    const bool again = cell.copy && (caption || !names_.contains(cell.column));
    if (!again) cells.push_back(named_cell(cell, caption));
  }
  if (names_.empty() && pairs_ && !caption && cells.size() == 2) {
    cells = {{cells.front().value, cells.back().value}};
  }
  if (row.hidden) cells.push_back({{}, "(hidden row)"});
  builder_.table_row(cells);
}

void RowWriter::gap() {
  // Titles and a header may have a gap below them.
  const auto rows =
      std::ranges::count_if(waiting_, [](const TableRow& row) { return !row.caption; });
  if (!decided_ && rows < 2) return;
  decide();
  decided_ = false;
}

void RowWriter::finish() {
  // A table of headers alone.
  if (!decided_ && waiting_.empty()) waiting_ = std::exchange(marked_, {});
  decide();
  decided_ = false;
  names_.clear();
}

void add_table(const std::vector<Row>& rows, std::size_t header_rows, PageBuilder& builder) {
  RowWriter writer(builder, {});
  const std::size_t headers = rows.empty() ? 0 : std::min(header_rows, rows.size() - 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    TableRow row = table_row_of(rows[i]);
    row.caption = rows[i].size() == 1;
    if (i < headers) {
      writer.header(std::move(row));
    } else {
      writer.add(std::move(row));
    }
  }
  writer.finish();
}

}  // namespace assay::extract
