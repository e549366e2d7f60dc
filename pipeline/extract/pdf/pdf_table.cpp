// SPDX-License-Identifier: Apache-2.0
// Puts the lines of a page into the cells of its grids. Joins both kinds of tables, and says which
// of their rows are headers.
#include "pipeline/extract/pdf/pdf_table.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/pdf/pdf_rules.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxRowsOfHeader = 3;
constexpr unsigned kWhite = 0xFFFFFF;

// The colour behind the row; white if it has none of its own.
unsigned color_behind(const RowLook& row, const PdfRules& rules) {
  const double x = row.left + 1;
  const double y = (row.top + row.bottom) / 2;
  const double most = (row.bottom - row.top) * 4;
  unsigned color = kWhite;
  // Later ones lie above earlier ones.
  for (const PdfShade& shade : rules.shades) {
    const bool behind = shade.left <= x && shade.right >= x && shade.top <= y && shade.bottom >= y;
    if (behind && shade.bottom - shade.top <= most) color = shade.color;
  }
  return color;
}

std::size_t bold_rows(std::span<const RowLook> rows) {
  const auto plain = std::ranges::find_if(rows, [](const RowLook& row) { return !row.bold; });
  const auto count = static_cast<std::size_t>(plain - rows.begin());
  const auto bold = std::ranges::count_if(rows, &RowLook::bold);
  return static_cast<std::size_t>(bold) * 2 <= rows.size() + count ? count : 0;
}

std::size_t colored_rows(std::span<const RowLook> rows, const PdfRules& rules) {
  std::vector<unsigned> colors;
  for (const RowLook& row : rows) colors.push_back(color_behind(row, rules));
  if (colors.front() == kWhite) return 0;
  const auto other =
      std::ranges::find_if(colors, [&colors](unsigned color) { return color != colors.front(); });
  // Stripes come again.
  if (std::find(other, colors.end(), colors.front()) != colors.end()) return 0;
  return static_cast<std::size_t>(other - colors.begin());
}

bool rule_below(const RowLook& above, const RowLook& below, const PdfRules& rules) {
  const double width = std::max(above.right, below.right) - std::min(above.left, below.left);
  double covered = 0;
  for (const PdfRule& rule : rules.across) {
    const bool between = rule.at >= above.bottom - 3 && rule.at <= below.top + 3;
    if (between) covered += rule.length();
  }
  return covered >= width * 0.7;
}

std::size_t ruled_rows(std::span<const RowLook> rows, const PdfRules& rules) {
  std::size_t found = 0;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    if (!rule_below(rows[i], rows[i + 1], rules)) continue;
    if (found > 0 && i + 2 < rows.size()) return 0;  // one above the last row is that of a total
    if (found == 0) found = i + 1;
  }
  return rows.size() >= 3 && found < rows.size() - 1 ? found : 0;
}

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

void RowLook::add(const PdfLine& line) {
  const bool first = right <= left;
  left = first ? line.left : std::min(left, line.left);
  top = first ? line.top : std::min(top, line.top);
  right = first ? line.right : std::max(right, line.right);
  bottom = first ? line.bottom : std::max(bottom, line.bottom);
  bold = bold && line.bold;
}

void add_cells(std::map<std::size_t, TracedText> texts, TableRow& row, TracedRow& traced) {
  for (auto& [column, text] : texts) {
    std::string clean = clean_line(text.text);
    if (clean.empty()) continue;
    row.cells.push_back({column, std::move(clean)});
    traced.push_back({column, std::make_shared<const TracedText>(std::move(text))});
  }
}

std::size_t rows_that_stand_out(std::span<const RowLook> rows, const PdfRules& rules) {
  if (rows.size() < 2) return 0;
  for (const std::size_t count :
       {bold_rows(rows), colored_rows(rows, rules), ruled_rows(rows, rules)}) {
    if (count > 0 && count <= kMaxRowsOfHeader && count < rows.size()) return count;
  }
  return 0;
}

std::vector<PdfTable> find_tables(const PdfPage& page, const PdfStyle& style) {
  std::vector<PdfTable> tables = ruled_tables(page, style);
  std::vector<bool> taken(page.lines.size());
  for (const PdfTable& table : tables) {
    for (const std::size_t line : table.lines) taken[line] = true;
  }
  for (PdfTable& table : open_tables(page, style, taken)) tables.push_back(std::move(table));
  return tables;
}

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
