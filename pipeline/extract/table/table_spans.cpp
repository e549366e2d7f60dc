// SPDX-License-Identifier: Apache-2.0
// Walks the rows twice: first to learn which columns there are, then to write them.
#include "pipeline/extract/table/table_rows.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxSpannedColumns = 1000;  // columns; HTML's own limit
constexpr std::size_t kMaxCopiedBytes = 4096;     // bytes

}  // namespace

void SpanTable::begin_row(bool header) {
  rows_.push_back({cells_.size(), header, std::exchange(group_ended_, false)});
}

void SpanTable::add(std::string text, std::size_t columns, std::size_t rows) {
  constexpr auto kAll = std::numeric_limits<std::size_t>::max();
  cells_.push_back({texts_.size(), std::max<std::size_t>(columns, 1), rows == 0 ? kAll : rows});
  texts_.push_back(clean_line(text));
}

void SpanTable::add_covered(std::string text, std::size_t columns) {
  add(std::move(text), columns, 1);
  cells_.back().role = Role::Covered;
}

void SpanTable::skip(std::size_t columns) {
  if (columns > 0) cells_.push_back({0, columns, 1, Role::Skipped});
}

std::size_t SpanTable::end_of(std::size_t line) const {
  return line + 1 < rows_.size() ? rows_[line + 1].first : cells_.size();
}

// Places the cells of one row after the other.
class SpanTable::Walk {
 public:
  explicit Walk(const SpanTable& table) : table_(table) {}

  // The cells of the row by column, each span in full.
  const std::vector<Placed>& next(std::size_t line) {
    placed_.clear();
    if (table_.rows_[line].group) above_.clear();
    std::size_t column = 0;
    for (std::size_t i = table_.rows_[line].first; i < table_.end_of(line); ++i) {
      take_from_above(column);
      place(table_.cells_[i], column);
    }
    take_from_above(column);
    for (; column < std::min(above_.size(), kMaxSpannedColumns); ++column) {
      if (above_[column].rows > 0) take(column);
    }
    return placed_;
  }

 private:
  struct Above {
    std::size_t text = 0;
    std::size_t rows = 0;  // that it still covers
    bool copy = false;
    std::size_t last = 0;  // text of the last cell here, for vMerge
    bool known = false;
  };

  void take(std::size_t column) {
    Above& above = above_[column];
    --above.rows;
    placed_.push_back({column, above.text, above.copy, true});
  }

  void take_from_above(std::size_t& column) {
    for (; column < above_.size() && above_[column].rows > 0; ++column) take(column);
  }

  void place(const Cell& cell, std::size_t& column) {
    const std::size_t first = column;
    const std::size_t most = std::max(kMaxSpannedColumns, first + 1);
    const std::size_t end = std::min(first + std::min(cell.columns, most), most);
    if (above_.size() < end) above_.resize(end);
    for (; column < end; ++column) {
      // A span ends before a cell that covers this row from above.
      if (column > first && above_[column].rows > 0) break;
      Above& above = above_[column];
      if (cell.role == Role::Skipped) continue;
      const bool covered = cell.role == Role::Covered && above.known;
      const std::size_t text = covered ? above.last : cell.text;
      above.text = text;
      above.last = text;
      above.known = true;
      above.copy = column > first;
      above.rows = column < kMaxSpannedColumns ? cell.rows - 1 : 0;
      placed_.push_back({column, text, column > first, covered});
    }
  }

  const SpanTable& table_;
  std::vector<Placed> placed_;
  std::vector<Above> above_;  // by column
};

// One cell alone in its row is a caption across the table, whatever its span.
bool SpanTable::is_caption(const std::vector<Placed>& row) {
  return !row.empty() && row.front().column == 0 && !row.front().from_above &&
         std::ranges::all_of(row.begin() + 1, row.end(), &Placed::copy) &&
         std::ranges::none_of(row, &Placed::from_above);
}

void SpanTable::write(PageBuilder& builder) const {
  // Only columns in which some cell begins exist; other columns would repeat their neighbours.
  std::vector<bool> begins;
  Walk measuring(*this);
  for (std::size_t line = 0; line < rows_.size(); ++line) {
    const std::vector<Placed>& placed = measuring.next(line);
    if (is_caption(placed)) continue;
    for (const Placed& cell : placed) {
      if (begins.size() <= cell.column) begins.resize(cell.column + 1);
      if (!cell.copy) begins[cell.column] = true;
    }
  }
  RowWriter writer(builder, {});
  Walk walk(*this);
  for (std::size_t line = 0; line < rows_.size(); ++line) {
    const std::vector<Placed>& placed = walk.next(line);
    TableRow row;
    row.caption = is_caption(placed);
    row.strong = rows_[line].strong;
    for (const Placed& cell : placed) {
      const bool further = cell.copy || cell.from_above;
      const std::string& text = texts_[cell.text];
      const bool no_column = cell.column >= begins.size() || !begins[cell.column];
      if (text.empty() || (cell.copy && (row.caption || no_column))) continue;
      if (further && text.size() > kMaxCopiedBytes) continue;
      row.cells.push_back({cell.column, text, cell.copy});
    }
    if (rows_[line].header) {
      writer.header(std::move(row));
    } else {
      writer.add(std::move(row));
    }
  }
  writer.finish();
}

}  // namespace assay::extract
