// SPDX-License-Identifier: Apache-2.0
// Finding tables: lines on one height make a band, bands with common columns a table.
#include "pipeline/extract/pdf_table.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "pipeline/extract/clean_text.hpp"
#include "pipeline/extract/line_shapes.hpp"

namespace assay::extract {
namespace {

struct Band {
  std::vector<std::size_t> lines;  // from left to right
  double top = 0;
  double bottom = 0;
};

struct Column {
  double left = 0;
  double right = 0;
};

std::vector<Band> bands_of(const PdfPage& page) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    if (page.lines[i].upright) order.push_back(i);
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

// Grows downwards as long as the bands keep to the columns.
class Region {
 public:
  Region(const PdfPage& page, const PdfStyle& style) : page_(page), style_(style) {}

  bool take(const Band& band) {
    std::vector<Column> columns = columns_;
    for (const std::size_t i : band.lines) {
      if (!place(page_.lines[i], columns)) return false;
    }
    const bool alone = band.lines.size() == 1;
    // A single line goes on with a cell; it opens no column of its own.
    if (alone && columns.size() != columns_.size()) return false;
    columns_ = std::move(columns);
    bands_.push_back(&band);
    if (!alone) full_ = bands_.size();
    return true;
  }

  // What follows the last band with several cells may be text below the table, unless it stands at
  // the pitch of a cell's own lines.
  void trim_end() {
    while (bands_.size() > full_) {
      const Band& last = *bands_.back();
      const Band& before = *bands_[bands_.size() - 2];
      if (last.top - before.bottom < (last.bottom - last.top) * 0.4) break;
      bands_.pop_back();
    }
  }

  [[nodiscard]] bool is_table() const;
  [[nodiscard]] PdfTable table() const;
  [[nodiscard]] std::size_t size() const { return bands_.size(); }

 private:
  // Into the column it overlaps, which may widen; false when it overlaps two.
  static bool place(const PdfLine& line, std::vector<Column>& columns) {
    Column* own = nullptr;
    for (Column& column : columns) {
      if (line.left >= column.right || line.right <= column.left) continue;
      if (own != nullptr) return false;
      own = &column;
    }
    if (own == nullptr) {
      const Column added{line.left, line.right};
      columns.insert(
          std::upper_bound(columns.begin(), columns.end(), added,
                           [](const Column& a, const Column& b) { return a.left < b.left; }),
          added);
    } else {
      own->left = std::min(own->left, line.left);
      own->right = std::max(own->right, line.right);
    }
    for (std::size_t i = 1; i < columns.size(); ++i) {
      if (columns[i - 1].right > columns[i].left) return false;
    }
    return true;
  }

  [[nodiscard]] std::size_t column_of(const PdfLine& line) const {
    const auto found = std::find_if(columns_.begin(), columns_.end(), [&line](const Column& c) {
      return line.left < c.right && line.right > c.left;
    });
    return static_cast<std::size_t>(found - columns_.begin());
  }
  [[nodiscard]] std::vector<bool> row_starts() const;

  const PdfPage& page_;
  const PdfStyle& style_;
  std::vector<Column> columns_;
  std::vector<const Band*> bands_;
  std::size_t full_ = 0;  // bands up to the last one with several cells
};

bool Region::is_table() const {
  const std::size_t columns = columns_.size();
  std::size_t several = 0;
  std::vector<std::size_t> letters(columns);
  std::vector<std::size_t> lines(columns);
  std::size_t markers = 0;
  for (const Band* band : bands_) {
    if (band->lines.size() > 1) ++several;
    for (const std::size_t i : band->lines) {
      const PdfLine& line = page_.lines[i];
      const std::size_t column = column_of(line);
      letters[column] += line.text.size();
      ++lines[column];
      if (column == 0 && list_marker(line.text + " x") > 0 && line.text.size() <= 5) ++markers;
      // Rows of dots lead to page numbers: a table of contents reads better line by line.
      if (line.text.find("....") != std::string::npos) return false;
    }
  }
  const bool enough = several >= 3 || (several == 2 && columns >= 3);
  if (columns < 2 || !enough || markers * 2 > lines[0]) return false;
  // Running text set in columns fills every one of them with long lines.
  constexpr std::size_t kLongLine = 28;
  std::size_t long_columns = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    if (lines[c] > 0 && letters[c] / lines[c] > kLongLine) ++long_columns;
  }
  return long_columns * 2 <= columns && (columns > 2 || letters[0] / lines[0] <= kLongLine);
}

// Which bands begin a row: where more space stands above than between the lines of a cell, or, in
// tables set without such space, where the first column has something.
std::vector<bool> Region::row_starts() const {
  std::vector<double> pitches;
  for (std::size_t i = 1; i < bands_.size(); ++i) {
    pitches.push_back(bands_[i]->top - bands_[i - 1]->top);
  }
  const auto [least, most] = std::minmax_element(pitches.begin(), pitches.end());
  const bool even = *most < *least * 1.25;
  std::vector<bool> starts(bands_.size(), true);
  for (std::size_t i = 1; i < bands_.size(); ++i) {
    const bool first_column = column_of(page_.lines[bands_[i]->lines.front()]) == 0;
    starts[i] = even ? first_column : pitches[i - 1] >= *least * 1.25;
  }
  // One-line rows at an even pitch next to a few wider gaps: every full band is a row.
  const auto full = std::count_if(bands_.begin(), bands_.end(), [this](const Band* band) {
    return band->lines.size() == columns_.size();
  });
  if (static_cast<std::size_t>(full) * 4 >= bands_.size() * 3) {
    for (std::size_t i = 1; i < bands_.size(); ++i) {
      starts[i] = starts[i] || bands_[i]->lines.size() == columns_.size();
    }
  }
  // A first cell going on in lower case goes on from the band above.
  for (std::size_t i = 1; i < bands_.size(); ++i) {
    const PdfLine& line = page_.lines[bands_[i]->lines.front()];
    if (column_of(line) == 0 && starts_lower_case(line.text)) starts[i] = false;
  }
  return starts;
}

PdfTable Region::table() const {
  PdfTable table;
  const std::vector<bool> starts = row_starts();
  bool bold_row = true;
  for (std::size_t b = 0; b < bands_.size(); ++b) {
    if (starts[b]) {
      if (table.rows.size() == 1 && bold_row) table.header_rows = 1;
      table.rows.emplace_back(columns_.size());
    }
    for (const std::size_t i : bands_[b]->lines) {
      const PdfLine& line = page_.lines[i];
      if (table.rows.size() == 1) bold_row = bold_row && line.bold;
      std::string& cell = table.rows.back()[column_of(line)];
      style_.append(line.text, cell);
      table.lines.push_back(i);
    }
  }
  return table;
}

// Whether the rows came out as rows: most of them named by their first cell, and with more than
// that. Diagrams and tables of staggered cells do not; they are better left as lines.
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
