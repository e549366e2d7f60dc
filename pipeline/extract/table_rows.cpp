// SPDX-License-Identifier: Apache-2.0
// Finds the heading row and turns rows into text.
#include "pipeline/extract/table_rows.hpp"

#include <algorithm>
#include <set>

#include "pipeline/extract/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxHeader = 80;

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c < 0;
  });
}

// "Owner" above "CISO": without a marked heading, two columns are names and values.
void add_pair(const Row& row, PageBuilder& builder) {
  const Cell cell{row.front(), row.back()};
  if (clean_line(cell.value).empty()) {
    builder.table_row(cell.header);
  } else {
    builder.table_row(std::span(&cell, 1));
  }
}

Row joined_headers(const std::vector<Row>& rows, std::size_t count) {
  Row header = rows.front();
  for (std::size_t i = 1; i < count; ++i) {
    header.resize(std::max(header.size(), rows[i].size()));
    for (std::size_t column = 0; column < rows[i].size(); ++column) {
      if (rows[i][column].empty() || rows[i][column] == header[column]) continue;
      if (!header[column].empty()) header[column] += ' ';
      header[column] += rows[i][column];
    }
  }
  return header;
}

}  // namespace

bool header_like(const Row& row) {
  std::set<std::string> seen;
  for (const std::string& cell : row) {
    const std::string text = clean_line(cell);
    const bool named = has_letter(text) || text == "#";
    if (text.empty() || text.size() > kMaxHeader || !named) return false;
    if (text.ends_with('.') || !seen.insert(text).second) return false;
  }
  return row.size() >= 2;
}

void add_row(const Row& header, const Row& row, PageBuilder& builder) {
  std::vector<Cell> cells;
  cells.reserve(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    cells.push_back({i < header.size() ? header[i] : std::string(), row[i]});
  }
  // A single cell in a wider table is a caption inside it, not a value of its first column.
  if (row.size() == 1 && header.size() > 1) cells.front().header.clear();
  builder.table_row(cells);
}

void add_table(const std::vector<Row>& rows, std::size_t header_rows, PageBuilder& builder) {
  if (rows.empty()) return;
  std::size_t columns = 0;
  for (const Row& row : rows) columns = std::max(columns, row.size());
  std::size_t headers = std::min(header_rows, rows.size() - 1);
  const bool pairs = columns == 2 && header_rows == 0;
  if (!pairs && headers == 0 && rows.size() > 1 && rows.front().size() == columns &&
      header_like(rows.front())) {
    headers = 1;
  }
  const Row header = headers > 0 ? joined_headers(rows, headers) : Row();
  for (std::size_t i = headers; i < rows.size(); ++i) {
    if (pairs && rows[i].size() == 2) {
      add_pair(rows[i], builder);
    } else {
      add_row(header, rows[i], builder);
    }
  }
}

}  // namespace assay::extract
