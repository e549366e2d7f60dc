// SPDX-License-Identifier: Apache-2.0
// A header's names are short, different and without figures, and the cells below are of another
// kind, or the names are usual ones. Or they are set off in bold type, or count the columns.
#include "pipeline/extract/table/table_header.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace assay::extract {
namespace {

// The cells of one column below the header.
struct Below {
  std::vector<std::string_view> values;
  std::size_t bytes = 0;
  bool own = false;  // some value begins here; the others are of merged cells

  // Whether nearly all are of one of the kinds.
  template <class Matches>
  [[nodiscard]] bool mostly(Matches&& matches) const {
    const auto hits = static_cast<std::size_t>(std::ranges::count_if(values, matches));
    return !values.empty() && hits * 5 >= values.size() * 4;
  }
  [[nodiscard]] bool mostly(CellKind kind) const {
    return mostly([kind](std::string_view value) { return kind_of(value) == kind; });
  }
};

using Columns = std::map<std::size_t, Below>;

Columns cells_below(std::span<const TableRow> rows) {
  Columns out;
  for (const TableRow& row : rows) {
    if (row.caption) continue;
    for (const GridCell& cell : row.cells) {
      Below& column = out[cell.column];
      column.values.emplace_back(cell.text);
      column.bytes += cell.text.size();
      column.own = column.own || !cell.copy;
    }
  }
  return out;
}

bool is_year(std::string_view text) {
  return text.size() == 4 && (text.starts_with("19") || text.starts_with("20")) &&
         kind_of(text) == CellKind::Number;
}

// "SRV-01" above "SRV-02" is one of several such values.
bool begins_alike(std::string_view text, const Below* below) {
  if (below == nullptr) return false;
  const std::string_view start = text.substr(0, text.find_first_of("0123456789"));
  return std::ranges::any_of(below->values,
                             [start](std::string_view value) { return value.starts_with(start); });
}

enum class Fitness { Name, Odd, None };

// Whether the text can name the column: "Owner", "Phone 2"; above figures also "Q1" and "2024".
// Odd is what other names have to speak for: "Status 12 May 2026".
Fitness fitness(std::string_view text, const Below* below) {
  const CellKind kind = kind_of(text);
  const auto fits = [](bool name, Fitness other) { return name ? Fitness::Name : other; };
  if (kind == CellKind::Words) return Fitness::Name;
  if (kind == CellKind::Answer) return fits(usual_name(text), Fitness::None);  // "No"
  const bool figures = below != nullptr && below->mostly(CellKind::Number) &&
                       std::ranges::none_of(below->values, is_year);
  if (kind == CellKind::Number) return fits(figures && is_year(text), Fitness::None);
  if (kind != CellKind::Code || begins_alike(text, below)) return Fitness::None;
  return fits(figures || usual_name(text), Fitness::Odd);
}

// Whether the values are of another kind than a name.
bool differs(std::string_view name, const Below& column) {
  const auto other = [](std::string_view value) {
    const CellKind kind = kind_of(value);
    return kind != CellKind::Words && kind != CellKind::Long;
  };
  if (column.mostly(other)) return true;
  return column.mostly(CellKind::Long) && name.size() <= 30 &&
         column.bytes >= 3 * name.size() * column.values.size();
}

bool homogeneous(const Below& column) {
  return !column.values.empty() && column.mostly(kind_of(column.values.front()));
}

// "Owner: Kay" above "Version: 1.2": names down the first column, not along the first row.
bool lists_fields(const Below& column) {
  const auto usual = std::ranges::count_if(column.values, [](std::string_view value) {
    return kind_of(value) == CellKind::Words && usual_name(value);
  });
  return static_cast<std::size_t>(usual) * 2 >= column.values.size();
}

struct Signs {
  std::size_t named = 0;
  std::size_t usual = 0;
  std::size_t differing = 0;
};

// The columns below a merged cell, except for its first one.
std::set<std::size_t> copies_of(const TableRow& line) {
  std::set<std::size_t> out;
  for (const GridCell& cell : line.cells) {
    if (cell.copy) out.insert(cell.column);
  }
  return out;
}

// Counts what speaks for the names; nullopt if something speaks against them. copies: the columns
// that may have the name of another one.
std::optional<Signs> signs_of(const ColumnNames& names, const std::set<std::size_t>& copies,
                              const Columns& columns) {
  Signs out;
  std::size_t odd = 0;
  std::set<std::string_view> seen;
  for (const auto& [at, name] : names) {
    const auto found = columns.find(at);
    const Below* below = found == columns.end() ? nullptr : &found->second;
    const Fitness fit = fitness(name, below);
    const bool added = seen.insert(name).second;
    if (!added && copies.contains(at)) continue;
    if (fit == Fitness::None || !added) return std::nullopt;
    if (below != nullptr && std::ranges::find(below->values, name) != below->values.end()) {
      return std::nullopt;
    }
    if (fit == Fitness::Odd) {
      ++odd;
      continue;
    }
    ++out.named;
    if (usual_name(name)) ++out.usual;
    if (below != nullptr && differs(name, *below)) ++out.differing;
  }
  if (odd * 2 > out.named) return std::nullopt;
  return out;
}

// Two columns are names and values more often than not.
bool names_two(const ColumnNames& names, const Columns& columns, const Signs& signs,
               std::size_t rows) {
  const Below& first = columns.begin()->second;
  const Below& second = columns.rbegin()->second;
  if (lists_fields(first)) return false;
  if (signs.usual == 2) return true;
  const bool counted = differs(names.begin()->second, first) && homogeneous(first);
  if (counted && signs.differing == 2) return true;
  return usual_name(names.rbegin()->second) && rows >= 2 &&
         differs(names.rbegin()->second, second) && homogeneous(second);
}

bool names_columns(std::span<const TableRow> lines, std::span<const TableRow> below) {
  const ColumnNames names = joined_names(lines);
  const Columns columns = cells_below(below);
  if (names.size() < 2 || columns.empty()) return false;
  std::size_t unnamed = 0;
  for (const auto& [at, column] : columns) {
    if (!names.contains(at) && column.own) ++unnamed;
  }
  const auto signs = signs_of(names, copies_of(lines.back()), columns);
  if (!signs) return false;
  if (columns.size() == 2 && names.size() == 2 && unnamed == 0) {
    return names_two(names, columns, *signs, below.size());
  }
  const Below& first = columns.begin()->second;
  const bool form = first.values.size() >= 2 && lists_fields(first);
  if (form && signs->usual * 2 < signs->named) return false;
  if (unnamed * 3 > std::max<std::size_t>(columns.size(), 3)) return false;
  if (signs->usual * 2 >= signs->named) return true;
  const std::size_t least = below.size() >= 2 ? 1 : (signs->named + 1) / 2;
  return signs->differing >= least;
}

// "Field 1 | Field 2 | Field 3", "1 | 2 | 3" and "A | B" say which column it is, if the values
// below go on in another way.
bool counts_columns(const ColumnNames& names, std::span<const TableRow> below) {
  const Columns columns = cells_below(below);
  if (names.size() < 2 || columns.empty() || columns.rbegin()->first >= names.size()) return false;
  const std::string& first = names.begin()->second;
  const bool letters = first == "A";
  const std::size_t figure = first.ends_with('1') ? first.size() - 1 : std::string::npos;
  if (!letters && (figure == std::string::npos || names.size() < 3)) return false;
  const std::string stem = letters ? std::string() : first.substr(0, figure);
  for (const auto& [at, name] : names) {
    const std::string wanted = letters ? column_letters(at) : stem + std::to_string(at + 1);
    if (name != wanted) return false;
  }
  const auto alike = [&](std::string_view value) {
    if (letters) return value.size() == 1;
    return stem.empty() ? kind_of(value) == CellKind::Number : value.starts_with(stem);
  };
  return std::ranges::all_of(columns, [&](const auto& column) {
    return std::ranges::none_of(column.second.values, alike);
  });
}

// Whether the rows at the top in bold type, and no others near them, name the columns. 0 if not.
std::size_t strong_lines(std::span<const TableRow> rows) {
  constexpr std::size_t kMaxLines = 3;
  std::size_t lines = 0;
  while (lines < rows.size() && rows[lines].strong && !rows[lines].caption) ++lines;
  if (lines == 0 || lines > kMaxLines || lines == rows.size()) return 0;
  const ColumnNames names = joined_names(rows.first(lines));
  const Columns columns = cells_below(rows.subspan(lines));
  const std::set<std::size_t> merged = copies_of(rows[lines - 1]);
  std::set<std::string_view> seen;
  for (const auto& [at, name] : names) {
    const CellKind kind = kind_of(name);
    const bool named =
        kind == CellKind::Words || kind == CellKind::Code || is_year(name) || usual_name(name);
    const bool repeated = !merged.contains(at) && !seen.insert(name).second;
    if (!named || repeated) return 0;
  }
  const auto unnamed = std::ranges::count_if(columns, [&names](const auto& column) {
    return column.second.own && !names.contains(column.first);
  });
  return names.size() >= 2 && static_cast<std::size_t>(unnamed) * 3 <= names.size() ? lines : 0;
}

// Whether the line groups columns that the next one names: "System | Backup | Backup" above
// "System | last test | result", where cells are merged, or one of the two has gaps for the other.
bool groups(const TableRow& line, const TableRow& next) {
  const auto columns = [](const TableRow& row) {
    std::set<std::size_t> out;
    for (const GridCell& cell : row.cells) out.insert(cell.column);
    return out;
  };
  const auto name = [](const GridCell& cell) {
    const CellKind kind = kind_of(cell.text);
    // A cell merged downwards is judged with the columns' names.
    return kind == CellKind::Words || (cell.copy && kind == CellKind::Code);
  };
  if (next.caption || next.cells.size() < 2 || !std::ranges::all_of(next.cells, name)) return false;
  if (std::ranges::any_of(line.cells, &GridCell::copy)) return true;
  const std::set<std::size_t> above = columns(line);
  const std::set<std::size_t> below = columns(next);
  return !std::ranges::includes(above, below) && !std::ranges::includes(below, above);
}

std::size_t own_cells(const TableRow& row) {
  return static_cast<std::size_t>(
      std::ranges::count_if(row.cells, [](const GridCell& cell) { return !cell.copy; }));
}

std::size_t lines_at(std::span<const TableRow> rows) {
  const std::size_t own = own_cells(rows[0]);
  if (rows.size() < 2 || rows[0].caption || own < 2) return 0;
  if (const std::size_t lines = strong_lines(rows); lines > 0) return lines;
  if (rows.size() >= 3 && groups(rows[0], rows[1]) &&
      names_columns(rows.first(2), rows.subspan(2))) {
    return 2;
  }
  const ColumnNames names = joined_names(rows.first(1));
  return names_columns(rows.first(1), rows.subspan(1)) || counts_columns(names, rows.subspan(1))
             ? 1
             : 0;
}

}  // namespace

ColumnNames joined_names(std::span<const TableRow> lines) {
  ColumnNames out;
  for (const TableRow& line : lines) {
    for (const GridCell& cell : line.cells) {
      std::string& name = out[cell.column];
      if (name == cell.text || name.ends_with(" / " + cell.text)) continue;
      if (!name.empty()) name += " / ";
      name += cell.text;
    }
  }
  return out;
}

std::optional<HeaderPlace> find_header(std::span<const TableRow> rows, HeaderSearch search) {
  const std::size_t columns = cells_below(rows).size();
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    if (const std::size_t lines = lines_at(rows.subspan(i)); lines > 0) {
      return HeaderPlace{i, lines};
    }
    // Titles and notes fill few columns. A row that fills most of them begins the table, and what
    // stands below it names nothing.
    const bool title = search == HeaderSearch::AllRows && own_cells(rows[i]) * 2 <= columns;
    if (!rows[i].caption && !title) break;
  }
  return std::nullopt;
}

}  // namespace assay::extract
