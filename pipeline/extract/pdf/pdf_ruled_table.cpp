// SPDX-License-Identifier: Apache-2.0
// Puts the lines of a page into the cells of its grids.
#include "pipeline/extract/pdf/pdf_ruled_table.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/pdf/pdf_grid.hpp"
#include "pipeline/extract/pdf/pdf_table_rows.hpp"

namespace assay::extract {
namespace {

std::optional<std::size_t> place_in(const std::vector<double>& values, double at) {
  if (at < values.front() || at >= values.back()) return std::nullopt;
  return static_cast<std::size_t>(std::ranges::upper_bound(values, at) - values.begin()) - 1;
}

class RuledTable {
 public:
  RuledTable(const PdfPage& page, const PdfStyle& style, Grid grid)
      : page_(page),
        style_(style),
        grid_(std::move(grid)),
        cells_(cells_of(grid_)),
        lines_(cells_.size()),
        texts_(cells_.size()) {
    for (std::size_t i = 0; i < page_.lines.size(); ++i) {
      const PdfLine& line = page_.lines[i];
      if (!line.upright) continue;
      const auto column = place_in(grid_.xs, (line.left + line.right) / 2);
      const auto row = place_in(grid_.ys, (line.top + line.bottom) / 2);
      if (column && row) lines_[cells_[*row * grid_.columns() + *column]].push_back(i);
    }
  }

  [[nodiscard]] std::optional<PdfTable> table();

 private:
  [[nodiscard]] const std::shared_ptr<const TracedText>& text_of(std::size_t cell);
  [[nodiscard]] std::vector<PlacedLine> lines_in(std::size_t row) const;
  void add_row(std::size_t row);
  void add_divided(std::size_t row, const std::vector<std::size_t>& row_of);

  const PdfPage& page_;
  const PdfStyle& style_;
  Grid grid_;
  std::vector<std::size_t> cells_;
  std::vector<std::vector<std::size_t>> lines_;           // of each cell, at its first place
  std::vector<std::shared_ptr<const TracedText>> texts_;  // the same, once they are needed
  PdfTable table_;
  std::vector<RowLook> looks_;
};

std::vector<PlacedLine> RuledTable::lines_in(std::size_t row) const {
  std::vector<PlacedLine> out;
  for (std::size_t c = 0; c < grid_.columns(); ++c) {
    const std::size_t place = row * grid_.columns() + c;
    for (const std::size_t line : lines_[place]) out.push_back({&page_.lines[line], line, c});
  }
  return out;
}

const std::shared_ptr<const TracedText>& RuledTable::text_of(std::size_t cell) {
  if (!texts_[cell]) {
    TracedText text;
    for (const std::size_t line : lines_[cell]) append_line(page_.lines[line], style_, text);
    texts_[cell] = std::make_shared<const TracedText>(std::move(text));
  }
  return texts_[cell];
}

void RuledTable::add_row(std::size_t row) {
  TableRow out;
  TracedRow traced;
  RowLook look;
  std::size_t before = cells_.size();
  std::size_t own = 0;
  for (std::size_t c = 0; c < grid_.columns(); ++c) {
    const std::size_t cell = cells_[row * grid_.columns() + c];
    for (const std::size_t line : lines_[cell]) look.add(page_.lines[line]);
    const auto& text = text_of(cell);
    const bool repeated = cell == before || cell / grid_.columns() < row;
    if (cell != before && !trim(text->text).empty()) ++own;
    if (std::string clean = clean_line(text->text); !clean.empty()) {
      out.cells.push_back({c, std::move(clean), repeated});
      traced.push_back({c, text});
    }
    before = cell;
  }
  if (out.cells.empty()) return;
  // One text across the table.
  out.caption = own == 1 && grid_.columns() >= 2 && out.cells.size() == grid_.columns();
  if (out.caption) traced.resize(out.cells.front().copy ? 0 : 1);
  table_.rows.push_back(std::move(out));
  table_.traced.push_back(std::move(traced));
  looks_.push_back(look);
}

// A row of the grid that holds several rows of text, under rules that only part columns.
void RuledTable::add_divided(std::size_t row, const std::vector<std::size_t>& row_of) {
  const std::vector<PlacedLine> lines = lines_in(row);
  const std::size_t count = *std::ranges::max_element(row_of) + 1;
  std::vector<std::map<std::size_t, TracedText>> texts(count);
  std::vector<RowLook> looks(count);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    append_line(*lines[i].line, style_, texts[row_of[i]][lines[i].column]);
    looks[row_of[i]].add(*lines[i].line);
  }
  for (std::size_t r = 0; r < count; ++r) {
    TableRow out;
    TracedRow traced;
    add_cells(std::move(texts[r]), out, traced);
    if (out.cells.empty()) continue;
    table_.rows.push_back(std::move(out));
    table_.traced.push_back(std::move(traced));
    looks_.push_back(looks[r]);
  }
}

std::optional<PdfTable> RuledTable::table() {
  for (std::size_t r = 0; r < grid_.rows(); ++r) {
    const std::vector<std::size_t> row_of = evident_rows(lines_in(r), grid_.columns());
    row_of.empty() ? add_row(r) : add_divided(r, row_of);
  }
  std::set<std::size_t> columns;
  std::size_t several = 0;
  for (const TableRow& row : table_.rows) {
    if (row.caption) continue;
    if (row.cells.size() >= 2) ++several;
    for (const GridCell& cell : row.cells) columns.insert(cell.column);
  }
  // Frames around text, and pictures, have no rows of several cells.
  if (columns.size() < 2 || several < 2 || several * 2 < table_.rows.size()) return std::nullopt;
  for (const std::vector<std::size_t>& lines : lines_) {
    table_.lines.insert(table_.lines.end(), lines.begin(), lines.end());
  }
  table_.header_rows = rows_that_stand_out(looks_, page_.rules);
  table_.columns.assign(grid_.xs.begin(), grid_.xs.end() - 1);
  return std::move(table_);
}

}  // namespace

std::vector<PdfTable> ruled_tables(const PdfPage& page, const PdfStyle& style) {
  std::vector<PdfTable> out;
  std::vector<bool> taken(page.lines.size());
  for (Grid& grid : grids_of(page.rules)) {
    std::optional<PdfTable> table = RuledTable(page, style, std::move(grid)).table();
    if (!table) continue;
    // A grid within a cell of another.
    const bool within = std::ranges::any_of(table->lines, [&](std::size_t i) { return taken[i]; });
    if (within) continue;
    for (const std::size_t line : table->lines) taken[line] = true;
    out.push_back(std::move(*table));
  }
  return out;
}

}  // namespace assay::extract
