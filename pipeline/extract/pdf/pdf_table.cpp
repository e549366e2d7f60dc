// SPDX-License-Identifier: Apache-2.0
// Finds tables: lines at one height make a band, bands with common columns a table.
#include "pipeline/extract/pdf/pdf_table.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/line_shapes.hpp"

namespace assay::extract {
namespace {

// Lines at one height, each with a width: a line without one is in no column.
struct Band {
  std::vector<std::size_t> lines;  // from left to right
  double top = 0;
  double bottom = 0;
};

// A column's number in order of discovery: it stays the same if another column opens to the left.
using ColumnId = std::size_t;

struct Column {
  double left = 0;
  double right = 0;
  ColumnId id = 0;
};

std::vector<Band> bands_of(const PdfPage& page) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const PdfLine& line = page.lines[i];
    if (line.upright && line.right > line.left) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&page](std::size_t a, std::size_t b) {
    return page.lines[a].top + page.lines[a].bottom < page.lines[b].top + page.lines[b].bottom;
  });
  std::vector<Band> bands;
  for (const std::size_t i : order) {
    const PdfLine& line = page.lines[i];
    const double middle = (line.top + line.bottom) / 2;
    if (bands.empty() || middle > bands.back().bottom - line.height() * 0.2) {
      bands.push_back({{}, line.top, line.bottom});
    }
    bands.back().lines.push_back(i);
  }
  for (Band& band : bands) {
    std::sort(band.lines.begin(), band.lines.end(), [&page](std::size_t a, std::size_t b) {
      return page.lines[a].left < page.lines[b].left;
    });
  }
  return bands;
}

// Grows downwards as long as the bands fit the columns.
class Region {
 public:
  Region(const PdfPage& page, const PdfStyle& style) : page_(page), style_(style) {}

  bool take(const Band& band) {
    std::vector<Column> columns = columns_;
    std::vector<ColumnId> placed;
    for (const std::size_t i : band.lines) {
      const std::optional<ColumnId> column = place(page_.lines[i], columns);
      if (!column) return false;
      placed.push_back(*column);
    }
    const bool alone = band.lines.size() == 1;
    // A single line continues a cell; it opens no column.
    if (alone && columns.size() != columns_.size()) return false;
    columns_ = std::move(columns);
    bands_.push_back(&band);
    placed_.push_back(std::move(placed));
    if (!alone) full_ = bands_.size();
    return true;
  }

  // Lines after the last band with several cells may be text below the table, unless they have the
  // pitch of a cell's own lines.
  void trim_end() {
    while (bands_.size() > full_) {
      const Band& last = *bands_.back();
      const Band& before = *bands_[bands_.size() - 2];
      if (last.top - before.bottom < (last.bottom - last.top) * 0.4) break;
      bands_.pop_back();
      placed_.pop_back();
    }
  }

  [[nodiscard]] bool is_table() const;
  [[nodiscard]] PdfTable table() const;
  [[nodiscard]] std::size_t size() const { return bands_.size(); }

 private:
  // A line and its column: columns count from 0 at the left, and are below columns_.size().
  struct Cell {
    const PdfLine* line;
    std::size_t index;  // of the line on its page
    std::size_t column;
  };

  // The column it overlaps, which may widen, or a new one; nullopt if it overlaps two.
  static std::optional<ColumnId> place(const PdfLine& line, std::vector<Column>& columns) {
    Column* own = nullptr;
    for (Column& column : columns) {
      if (line.left >= column.right || line.right <= column.left) continue;
      if (own != nullptr) return std::nullopt;
      own = &column;
    }
    const ColumnId id = own == nullptr ? columns.size() : own->id;
    if (own == nullptr) {
      const Column added{line.left, line.right, id};
      columns.insert(
          std::upper_bound(columns.begin(), columns.end(), added,
                           [](const Column& a, const Column& b) { return a.left < b.left; }),
          added);
    } else {
      own->left = std::min(own->left, line.left);
      own->right = std::max(own->right, line.right);
    }
    for (std::size_t i = 1; i < columns.size(); ++i) {
      if (columns[i - 1].right > columns[i].left) return std::nullopt;
    }
    return id;
  }

  [[nodiscard]] std::vector<std::vector<Cell>> cells() const;
  [[nodiscard]] std::vector<bool> row_starts(const std::vector<std::vector<Cell>>& cells) const;

  const PdfPage& page_;
  const PdfStyle& style_;
  std::vector<Column> columns_;
  std::vector<const Band*> bands_;
  std::vector<std::vector<ColumnId>> placed_;  // of each band's lines
  std::size_t full_ = 0;                       // bands up to the last one with several cells
};

// The lines of each band with their columns, as placed before.
std::vector<std::vector<Region::Cell>> Region::cells() const {
  std::vector<std::size_t> position(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) position.at(columns_[c].id) = c;
  std::vector<std::vector<Cell>> cells(bands_.size());
  for (std::size_t b = 0; b < bands_.size(); ++b) {
    for (std::size_t i = 0; i < bands_[b]->lines.size(); ++i) {
      const std::size_t index = bands_[b]->lines[i];
      cells[b].push_back({&page_.lines[index], index, position.at(placed_[b].at(i))});
    }
  }
  return cells;
}

bool Region::is_table() const {
  const std::size_t columns = columns_.size();
  std::size_t several = 0;
  std::vector<std::size_t> letters(columns);
  std::vector<std::size_t> lines(columns);
  std::size_t markers = 0;
  for (const std::vector<Cell>& band : cells()) {
    if (band.size() > 1) ++several;
    for (const Cell& cell : band) {
      const std::string& text = cell.line->text;
      letters[cell.column] += text.size();
      ++lines[cell.column];
      if (cell.column == 0 && list_marker(text + " x") > 0 && text.size() <= 5) ++markers;
      // Dotted lines lead to page numbers: a table of contents reads better line by line.
      if (text.find("....") != std::string::npos) return false;
    }
  }
  const bool enough = several >= 3 || (several == 2 && columns >= 3);
  if (columns < 2 || !enough || markers * 2 > lines[0]) return false;
  // Running text set in columns fills each of them with long lines.
  constexpr std::size_t kLongLine = 28;
  std::size_t long_columns = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    if (lines[c] > 0 && letters[c] / lines[c] > kLongLine) ++long_columns;
  }
  return long_columns * 2 <= columns && (columns > 2 || letters[0] / lines[0] <= kLongLine);
}

// Which bands begin a row: those with more space above than between the lines of a cell, or, in
// tables without such space, those with text in the first column.
std::vector<bool> Region::row_starts(const std::vector<std::vector<Cell>>& cells) const {
  std::vector<double> pitches;
  for (std::size_t i = 1; i < bands_.size(); ++i) {
    pitches.push_back(bands_[i]->top - bands_[i - 1]->top);
  }
  const auto [least, most] = std::minmax_element(pitches.begin(), pitches.end());
  const bool even = *most < *least * 1.25;
  std::vector<bool> starts(bands_.size(), true);
  for (std::size_t i = 1; i < bands_.size(); ++i) {
    starts[i] = even ? cells[i].front().column == 0 : pitches[i - 1] >= *least * 1.25;
  }
  // Evenly spaced one-line rows with a few wider gaps: every full band is a row.
  const auto full = std::count_if(bands_.begin(), bands_.end(), [this](const Band* band) {
    return band->lines.size() == columns_.size();
  });
  if (static_cast<std::size_t>(full) * 4 >= bands_.size() * 3) {
    for (std::size_t i = 1; i < bands_.size(); ++i) {
      starts[i] = starts[i] || bands_[i]->lines.size() == columns_.size();
    }
  }
  // A first cell that starts in lower case continues the band above.
  for (std::size_t i = 1; i < bands_.size(); ++i) {
    const Cell& first = cells[i].front();
    if (first.column == 0 && starts_lower_case(first.line->text)) starts[i] = false;
  }
  return starts;
}

PdfTable Region::table() const {
  PdfTable table;
  const std::vector<std::vector<Cell>> bands = cells();
  const std::vector<bool> starts = row_starts(bands);
  bool bold_row = true;
  for (std::size_t b = 0; b < bands.size(); ++b) {
    if (starts[b]) {
      if (table.rows.size() == 1 && bold_row) table.header_rows = 1;
      table.rows.emplace_back(columns_.size());
    }
    for (const Cell& cell : bands[b]) {
      if (table.rows.size() == 1) bold_row = bold_row && cell.line->bold;
      style_.append(cell.line->text, table.rows.back().at(cell.column));
      table.lines.push_back(cell.index);
    }
  }
  return table;
}

// Whether the rows look like rows: most have a first cell and at least one more. Diagrams and
// tables of staggered cells do not; they are better left as lines.
bool orderly(const PdfTable& table, std::size_t bands) {
  std::size_t named = 0;
  std::size_t several = 0;
  for (const Row& row : table.rows) {
    const auto filled = std::count_if(row.begin(), row.end(),
                                      [](const std::string& cell) { return !cell.empty(); });
    if (!row.front().empty()) ++named;
    if (filled >= 2) ++several;
  }
  const std::size_t rows = table.rows.size();
  const bool enough = rows >= 3 || (rows == 2 && bands <= 4 && table.rows.front().size() >= 3);
  // A table does not begin in the middle of a sentence.
  if (starts_lower_case(table.rows.front().front())) return false;
  return enough && named * 5 >= rows * 4 && several * 5 >= rows * 4;
}

}  // namespace

std::vector<PdfTable> find_tables(const PdfPage& page, const PdfStyle& style) {
  const std::vector<Band> bands = bands_of(page);
  std::vector<PdfTable> tables;
  for (std::size_t at = 0; at < bands.size();) {
    if (bands[at].lines.size() < 2) {
      ++at;
      continue;
    }
    Region region(page, style);
    std::size_t end = at;
    while (end < bands.size()) {
      const double height = bands[end].bottom - bands[end].top;
      const bool far = end > at && bands[end].top - bands[end - 1].bottom > height * 2.5;
      if (far || !region.take(bands[end])) break;
      ++end;
    }
    region.trim_end();
    std::optional<PdfTable> table;
    if (region.size() > 1 && region.is_table()) table = region.table();
    if (table && orderly(*table, region.size())) {
      tables.push_back(std::move(*table));
      at += region.size();
    } else {
      ++at;
    }
  }
  return tables;
}

}  // namespace assay::extract
