// SPDX-License-Identifier: Apache-2.0
// Rules that cross make a grid. Where a piece of it is missing, two places are one cell.
#include "pipeline/extract/pdf/pdf_ruled_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/pdf/pdf_table_rows.hpp"

namespace assay::extract {
namespace {

constexpr double kTouch = 3;      // rules this near to each other meet
constexpr double kNarrowest = 4;  // of a column or row
constexpr std::size_t kMaxCrossings = 4'000'000;
constexpr std::size_t kMaxSteps = 50'000'000;  // places of a grid times its rules

class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t at) {
    while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
    return at;
  }
  void join(std::size_t a, std::size_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<std::size_t> parent_;
};

struct Grid {
  std::vector<PdfRule> across;
  std::vector<PdfRule> down;
  std::vector<double> xs;  // edges of columns
  std::vector<double> ys;  // edges of rows

  [[nodiscard]] std::size_t columns() const { return xs.size() - 1; }
  [[nodiscard]] std::size_t rows() const { return ys.size() - 1; }
};

std::vector<double> edges(std::vector<double> places) {
  std::sort(places.begin(), places.end());
  std::vector<double> out;
  for (const double place : places) {
    if (out.empty() || place - out.back() > kNarrowest) out.push_back(place);
  }
  return out;
}

// Groups of rules that cross each other.
std::vector<Grid> grids_of(const PdfRules& rules) {
  const std::size_t across = rules.across.size();
  if (across < 2 || rules.down.empty() || across * rules.down.size() > kMaxCrossings) return {};
  Sets sets(across + rules.down.size());
  for (std::size_t d = 0; d < rules.down.size(); ++d) {
    const PdfRule& down = rules.down[d];
    const auto begin = std::ranges::lower_bound(rules.across, down.from - kTouch, {}, &PdfRule::at);
    for (auto rule = begin; rule != rules.across.end() && rule->at <= down.to + kTouch; ++rule) {
      if (rule->from - kTouch <= down.at && rule->to + kTouch >= down.at) {
        sets.join(static_cast<std::size_t>(rule - rules.across.begin()), across + d);
      }
    }
  }
  std::map<std::size_t, Grid> groups;
  for (std::size_t i = 0; i < across; ++i) groups[sets.find(i)].across.push_back(rules.across[i]);
  for (std::size_t i = 0; i < rules.down.size(); ++i) {
    groups[sets.find(across + i)].down.push_back(rules.down[i]);
  }
  std::vector<Grid> out;
  for (auto& [root, grid] : groups) {
    std::vector<double> xs;
    std::vector<double> ys;
    for (const PdfRule& rule : grid.down) {
      xs.push_back(rule.at);
      ys.insert(ys.end(), {rule.from, rule.to});
    }
    for (const PdfRule& rule : grid.across) {
      ys.push_back(rule.at);
      xs.insert(xs.end(), {rule.from, rule.to});
    }
    // The ends of rules are edges too: the sides of a table may be open.
    grid.xs = edges(std::move(xs));
    grid.ys = edges(std::move(ys));
    const bool fits =
        grid.xs.size() >= 3 && grid.ys.size() >= 2 && !grid.down.empty() &&
        grid.columns() * grid.rows() <= kMaxSteps / (grid.across.size() + grid.down.size());
    if (fits) out.push_back(std::move(grid));
  }
  // A table comes before those in its cells.
  std::ranges::stable_sort(out, std::greater(), [](const Grid& grid) {
    return (grid.xs.back() - grid.xs.front()) * (grid.ys.back() - grid.ys.front());
  });
  return out;
}

bool covers(const std::vector<PdfRule>& rules, double at, double along) {
  return std::ranges::any_of(rules, [at, along](const PdfRule& rule) {
    return std::abs(rule.at - at) <= kNarrowest && rule.from - kTouch <= along &&
           rule.to + kTouch >= along;
  });
}

double middle(const std::vector<double>& values, std::size_t at) {
  return (values[at] + values[at + 1]) / 2;
}

// The cell of each place, row by row: the number of its first place.
std::vector<std::size_t> cells_of(const Grid& grid) {
  const std::size_t columns = grid.columns();
  Sets sets(columns * grid.rows());
  for (std::size_t r = 0; r < grid.rows(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const std::size_t place = r * columns + c;
      if (c + 1 < columns && !covers(grid.down, grid.xs[c + 1], middle(grid.ys, r))) {
        sets.join(place, place + 1);
      }
      if (r + 1 < grid.rows() && !covers(grid.across, grid.ys[r + 1], middle(grid.xs, c))) {
        sets.join(place, place + columns);
      }
    }
  }
  std::vector<std::size_t> out(columns * grid.rows());
  std::map<std::size_t, std::size_t> first;
  for (std::size_t place = 0; place < out.size(); ++place) {
    out[place] = first.try_emplace(sets.find(place), place).first->second;
  }
  return out;
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
