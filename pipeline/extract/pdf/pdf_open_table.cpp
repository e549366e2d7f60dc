// SPDX-License-Identifier: Apache-2.0
// Decides which regions are tables, separates tables that are next to each other, and finds the
// names above groups of columns.
#include "pipeline/extract/pdf/pdf_table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/line_shapes.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kLongLine = 28;
constexpr double kFlush = 2;

class OpenTable {
 public:
  OpenTable(const PdfPage& page, const PdfStyle& style, std::vector<PlacedLine> lines,
            std::vector<PdfColumn> columns)
      : page_(page), style_(style), lines_(std::move(lines)), columns_(std::move(columns)) {}

  // levels: level rules in and around it. above: a band that may name groups of columns, or null.
  [[nodiscard]] std::optional<PdfTable> table(const std::vector<PdfRule>& levels,
                                              const PdfBand* above);

 private:
  void fill(const std::vector<std::size_t>& row_of);
  [[nodiscard]] bool like_a_table() const;
  [[nodiscard]] bool orderly() const;
  [[nodiscard]] bool named_groups(const std::vector<const PdfLine*>& names, TableRow& out,
                                  TracedRow& traced) const;
  void spread_groups();

  const PdfPage& page_;
  const PdfStyle& style_;
  std::vector<PlacedLine> lines_;
  std::vector<PdfColumn> columns_;
  PdfTable table_;
  std::vector<RowLook> looks_;
  std::vector<const PdfLine*> top_;  // lines of the first row
};

void OpenTable::fill(const std::vector<std::size_t>& row_of) {
  std::map<std::size_t, std::map<std::size_t, TracedText>> texts;
  std::map<std::size_t, RowLook> looks;
  const std::size_t first = row_of.empty() ? 0 : *std::ranges::min_element(row_of);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (row_of[i] == first) top_.push_back(lines_[i].line);
    append_line(*lines_[i].line, style_, texts[row_of[i]][lines_[i].column]);
    looks[row_of[i]].add(*lines_[i].line);
    table_.lines.push_back(lines_[i].index);
  }
  for (auto& [row, cells] : texts) {
    TableRow out;
    TracedRow traced;
    add_cells(std::move(cells), out, traced);
    if (out.cells.empty()) continue;
    table_.rows.push_back(std::move(out));
    table_.traced.push_back(std::move(traced));
    looks_.push_back(looks[row]);
  }
}

// Lists and running text in columns are no tables.
bool OpenTable::like_a_table() const {
  std::vector<std::size_t> letters(columns_.size());
  std::vector<std::size_t> count(columns_.size());
  std::size_t markers = 0;
  for (const auto& [line, index, column] : lines_) {
    letters[column] += line->text.size();
    ++count[column];
    const bool marker = line->text.size() <= 5 && list_marker(line->text + " x") > 0;
    if (column == 0 && (marker || line->marker > 0)) ++markers;
    // Dotted lines lead to page numbers: a table of contents reads better line by line.
    if (line->text.find("....") != std::string::npos) return false;
  }
  if (columns_.size() < 2 || markers * 2 > count[0]) return false;
  if (table_.header_rows > 0 && table_.rows.size() >= 3) return true;
  // Running text set in columns fills each of them with long lines.
  std::size_t long_columns = 0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (count[c] > 0 && letters[c] / count[c] > kLongLine) ++long_columns;
  }
  return long_columns * 2 <= columns_.size() &&
         (columns_.size() > 2 || letters[0] <= kLongLine * count[0]);
}

// Whether the rows look like rows: most have a first cell and at least one more. Diagrams and
// tables of staggered cells do not; they are better left as lines.
bool OpenTable::orderly() const {
  std::size_t named = 0;
  std::size_t several = 0;
  for (const TableRow& row : table_.rows) {
    if (row.cells.front().column == 0) ++named;
    if (row.cells.size() >= 2) ++several;
  }
  const std::size_t rows = table_.rows.size();
  const bool enough =
      rows >= 3 || (rows == 2 && lines_.size() <= columns_.size() * 4 && columns_.size() >= 3);
  const TableRow& first = table_.rows.front();
  // A table does not begin in the middle of a sentence.
  if (first.cells.front().column == 0 && starts_lower_case(first.cells.front().text)) return false;
  const std::size_t least = table_.header_rows > 0 ? 2 : 4;  // of five rows
  return enough && named * 5 >= rows * least && several * 5 >= rows * 4;
}

// names: from left to right.
bool OpenTable::named_groups(const std::vector<const PdfLine*>& names, TableRow& out,
                             TracedRow& traced) const {
  // Names that begin where their columns do may cover all columns up to the next name.
  const bool flush = std::ranges::all_of(names, [this](const PdfLine* line) {
    return std::ranges::any_of(columns_, [line](const PdfColumn& column) {
      return std::abs(column.left - line->left) < kFlush;
    });
  });
  bool several = false;
  double left = -1e9;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const PdfLine& line = *names[i];
    const double right = i + 1 < names.size() ? names[i + 1]->left : columns_.back().right;
    auto [first, last] = columns_below(columns_, line, left, right + 1);
    if (first > last || (!line.bold && looks_.front().bold)) return false;
    while (flush && last + 1 < columns_.size() && columns_[last + 1].right <= right + 1) ++last;
    const auto text = std::make_shared<const TracedText>(TracedText{line.text, line.words});
    for (std::size_t c = first; c <= last; ++c) {
      out.cells.push_back({c, clean_line(line.text), c > first});
      traced.push_back({c, text});
    }
    several = several || last > first;
    left = columns_[last].right - 1;
  }
  return several && names.size() >= 2;
}

// Names in the first of two lines of names may cover several columns.
void OpenTable::spread_groups() {
  if (table_.header_rows < 2 || top_.size() != table_.rows[0].cells.size()) return;
  if (table_.rows[0].cells.size() >= table_.rows[1].cells.size()) return;
  std::ranges::sort(top_, {}, &PdfLine::left);
  TableRow groups;
  TracedRow traced;
  if (!named_groups(top_, groups, traced)) return;
  table_.rows[0] = std::move(groups);
  table_.traced[0] = std::move(traced);
}

std::optional<PdfTable> OpenTable::table(const std::vector<PdfRule>& levels, const PdfBand* above) {
  fill(rows_of_lines(lines_, columns_.size(),
                     heights_across(levels, columns_.front().left, columns_.back().right)));
  if (table_.rows.empty()) return std::nullopt;
  table_.header_rows = rows_that_stand_out(looks_, page_.rules);
  if (!like_a_table() || !orderly()) return std::nullopt;
  for (const PdfColumn& column : columns_) table_.columns.push_back(column.left);
  spread_groups();
  std::vector<const PdfLine*> names;
  for (std::size_t i = 0; above != nullptr && i < above->lines.size(); ++i) {
    names.push_back(&page_.lines[above->lines[i]]);
  }
  TableRow groups;
  TracedRow traced;
  if (!names.empty() && table_.header_rows > 0 && named_groups(names, groups, traced)) {
    table_.rows.insert(table_.rows.begin(), std::move(groups));
    table_.traced.insert(table_.traced.begin(), std::move(traced));
    table_.lines.insert(table_.lines.end(), above->lines.begin(), above->lines.end());
    ++table_.header_rows;
  }
  return std::move(table_);
}

// Whether rules end on both sides of the gap between two columns, as they do between tables. Those
// of cells that touch do not.
bool apart(const std::vector<PdfRule>& levels, const PdfColumn& before, const PdfColumn& behind) {
  constexpr double kBetween = 4;
  std::size_t ends = 0;
  std::size_t begins = 0;
  double end = before.right;
  double begin = behind.left;
  for (const PdfRule& level : levels) {
    if (level.from < before.right && level.to > behind.left) return false;
    if (level.to >= before.right - 1 && level.to < behind.left) {
      ++ends;
      end = std::max(end, level.to);
    }
    if (level.from <= behind.left + 1 && level.from > before.right) {
      ++begins;
      begin = std::min(begin, level.from);
    }
  }
  return ends >= 2 && begins >= 2 && begin - end > kBetween;
}

class PageTables {
 public:
  PageTables(const PdfPage& page, const PdfStyle& style, const std::vector<bool>& taken)
      : page_(page), style_(style), bands_(bands_of(page, taken)) {}

  std::vector<PdfTable> find() {
    for (std::size_t at = 0; at < bands_.size();) {
      const std::size_t used = bands_[at].lines.size() < 2 ? 0 : add_at(at);
      at += std::max<std::size_t>(used, 1);
      if (used > 0) free_ = at;
    }
    return std::move(tables_);
  }

 private:
  // Adds the tables that begin with the band; how many bands they have.
  std::size_t add_at(std::size_t at) {
    const std::span<const PdfBand> bands(bands_);
    PdfRegion region = region_with_names(page_, bands.subspan(at));
    if (region.bands < 2) return 0;
    constexpr double kNear = 1.2;
    const PdfBand& first = bands_[at];
    const bool has_above = at > free_ && first.top - bands_[at - 1].bottom < first.height() * kNear;
    // Another piece of the first row, a little higher.
    if (has_above && bands_[at - 1].bottom > first.top + first.height() * 0.15) {
      add_piece(bands_[at - 1], region);
    }
    const std::vector<PdfRule> near =
        level_rules(page_.rules, first.top - first.height(),
                    bands_[at + region.bands - 1].bottom + first.height());
    const std::size_t before = tables_.size();
    std::size_t begin = 0;
    for (std::size_t c = 1; c <= region.columns.size(); ++c) {
      const bool ends =
          c == region.columns.size() || apart(near, region.columns[c - 1], region.columns[c]);
      if (!ends) continue;
      add_part(region, begin, c, near, has_above ? &bands_[at - 1] : nullptr);
      begin = c;
    }
    return tables_.size() > before ? region.bands : 0;
  }

  void add_piece(const PdfBand& band, PdfRegion& region) const {
    for (const std::size_t i : band.lines) {
      const PdfLine& line = page_.lines[i];
      for (std::size_t c = 0; c < region.columns.size(); ++c) {
        const bool over =
            line.left < region.columns[c].right && line.right > region.columns[c].left;
        if (over) {
          region.lines.insert(region.lines.begin(), {&line, i, c});
          break;
        }
      }
    }
  }

  void add_part(const PdfRegion& region, std::size_t begin, std::size_t end,
                const std::vector<PdfRule>& near, const PdfBand* above) {
    std::vector<PlacedLine> lines;
    for (const PlacedLine& one : region.lines) {
      if (one.column >= begin && one.column < end) {
        lines.push_back({one.line, one.index, one.column - begin});
      }
    }
    const std::vector<PdfColumn> columns(
        region.columns.begin() + static_cast<std::ptrdiff_t>(begin),
        region.columns.begin() + static_cast<std::ptrdiff_t>(end));
    OpenTable table(page_, style_, std::move(lines), columns);
    const bool whole = begin == 0 && end == region.columns.size();
    if (auto found = table.table(near, whole ? above : nullptr)) {
      tables_.push_back(std::move(*found));
    }
  }

  const PdfPage& page_;
  const PdfStyle& style_;
  std::vector<PdfBand> bands_;
  std::size_t free_ = 0;  // the first band after the last table
  std::vector<PdfTable> tables_;
};

}  // namespace

std::vector<PdfTable> open_tables(const PdfPage& page, const PdfStyle& style,
                                  const std::vector<bool>& taken) {
  return PageTables(page, style, taken).find();
}

}  // namespace assay::extract
