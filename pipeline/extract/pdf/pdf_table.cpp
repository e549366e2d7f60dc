// SPDX-License-Identifier: Apache-2.0
// Joins both kinds of tables, and says which of their rows are headers.
#include "pipeline/extract/pdf/pdf_table.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/pdf/pdf_open_table.hpp"
#include "pipeline/extract/pdf/pdf_ruled_table.hpp"

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

}  // namespace assay::extract
