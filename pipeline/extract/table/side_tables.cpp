// SPDX-License-Identifier: Apache-2.0
// Groups the columns that hold something, and looks for a header in each group.
#include "pipeline/extract/table/side_tables.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace assay::extract {
namespace {

// Neighbouring columns, both inclusive.
struct ColumnGroup {
  std::size_t first = 0;
  std::size_t last = 0;
};

std::vector<ColumnGroup> column_groups(const std::vector<TableRow>& rows) {
  std::set<std::size_t> used;
  for (const TableRow& row : rows) {
    if (row.caption) continue;
    for (const GridCell& cell : row.cells) used.insert(cell.column);
  }
  std::vector<ColumnGroup> groups;
  for (const std::size_t column : used) {
    if (!groups.empty() && column == groups.back().last + 1) {
      groups.back().last = column;
    } else {
      groups.push_back({column, column});
    }
  }
  return groups;
}

// The part of the rows in those columns, the names at its top and in which row they stand.
struct Part {
  std::vector<TableRow> rows;
  std::set<std::string> names;
  std::size_t begin = 0;
  bool header = false;  // the names are certainly some
};

// The row's cells in those columns.
TableRow cells_between(const TableRow& row, std::size_t first, std::size_t last) {
  TableRow out;
  out.hidden = row.hidden;
  out.strong = row.strong;
  for (const GridCell& cell : row.cells) {
    if (cell.column >= first && cell.column <= last) out.cells.push_back(cell);
  }
  out.caption =
      row.caption || (!out.cells.empty() &&
                      std::ranges::all_of(out.cells.begin() + 1, out.cells.end(), &GridCell::copy));
  return out;
}

Part part_of(const std::vector<TableRow>& rows, std::size_t first, std::size_t last) {
  Part part;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    TableRow own = cells_between(rows[i], first, last);
    if (own.cells.empty()) continue;
    places.push_back(i);
    part.rows.push_back(std::move(own));
  }
  HeaderPlace place;
  if (const auto found = find_header(part.rows, HeaderSearch::AllRows)) {
    part.header = true;
    place = *found;
  } else {
    const auto top = std::ranges::find(part.rows, false, &TableRow::caption);
    if (top == part.rows.end()) return part;
    place.first = static_cast<std::size_t>(top - part.rows.begin());
  }
  part.begin = places[place.first];
  const std::span<const TableRow> all(part.rows);
  for (auto& [column, name] : joined_names(all.subspan(place.first, place.lines))) {
    part.names.insert(name);
  }
  return part;
}

bool stand_apart(const Part& a, const Part& b) {
  if (a.names.size() >= 2 && a.names == b.names) return true;
  return a.header && b.header && a.begin != b.begin;
}

}  // namespace

std::vector<std::vector<TableRow>> tables_side_by_side(const std::vector<TableRow>& rows) {
  const std::vector<ColumnGroup> groups = column_groups(rows);
  if (groups.size() < 2) return {};
  std::vector<Part> parts;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].first == groups[i].last) return {};
    // A title above a gap belongs to the table on its left.
    const std::size_t begin = i == 0 ? 0 : groups[i].first;
    const std::size_t end = i + 1 < groups.size() ? groups[i + 1].first - 1 : groups[i].last;
    parts.push_back(part_of(rows, begin, std::max(end, groups[i].last)));
    if (i > 0 && !stand_apart(parts[i - 1], parts[i])) return {};
  }
  std::vector<std::vector<TableRow>> out;
  out.reserve(parts.size());
  for (Part& part : parts) out.push_back(std::move(part.rows));
  return out;
}

}  // namespace assay::extract
