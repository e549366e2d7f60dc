// SPDX-License-Identifier: Apache-2.0
// Finds the cells of a table in its rows as they are written ("Name: value; Name: value").
#include <algorithm>
#include <optional>

#include "pipeline/extract/pdf/word_places.hpp"

namespace assay::extract {
namespace {

using Inks = std::vector<Ink>;
using Columns = std::map<std::size_t, Inks>;

// Only the top of a table is without rows of its own; and what no table of a page holds is not
// worth the time.
constexpr std::size_t kMaxHeaderRows = 8;
constexpr std::size_t kMaxInks = 10'000;  // of a row

bool at(const Inks& row, std::size_t position, std::u32string_view any) {
  return position < row.size() && any.find(row[position].code) != std::u32string_view::npos;
}

// Whether the cell stands at the position, with each of its quotes doubled or not. Returns where it
// ends.
std::optional<std::size_t> end_of(const Inks& cell, const Inks& row, std::size_t position,
                                  bool doubled) {
  for (const Ink& ink : cell) {
    if (position >= row.size() || row[position].code != ink.code) return std::nullopt;
    ++position;
    if (!doubled || ink.code != U'"') continue;
    if (!at(row, position, U"\"")) return std::nullopt;
    ++position;
  }
  return position;
}

struct Found {
  std::size_t start = 0;
  std::size_t end = 0;
  bool doubled = false;
};

// A value follows the beginning of the row, a name or another cell, and ends with its cell. In a
// table without names, the first cell of two may be the name of the second.
std::optional<Found> find_value(const Inks& cell, const Inks& row, std::size_t from,
                                bool may_be_name) {
  for (std::size_t start = from; start < row.size(); ++start) {
    const bool quoted = start > from && at(row, start - 1, U"\"");
    if (start > 0 && !at(row, start - 1, U":;\"")) continue;
    for (const bool doubled : {false, true}) {
      if (doubled && !quoted) continue;
      const auto end = end_of(cell, row, start, doubled);
      if (!end) continue;
      const std::size_t behind = quoted && at(row, *end, U"\"") ? *end + 1 : *end;
      const bool whole = behind == row.size() || at(row, behind, may_be_name ? U";:" : U";");
      if (whole) return Found{start, *end, doubled};
    }
  }
  return std::nullopt;
}

void copy_words(const Inks& cell, const Found& place, Inks& row) {
  std::size_t position = place.start;
  for (const Ink& ink : cell) {
    row[position++].word = ink.word;
    if (place.doubled && ink.code == U'"') row[position++].word = ink.word;
  }
}

// A name that is repeated before its value, perhaps cut, perhaps in quotes.
void trace_name(const Inks& name, std::size_t from, std::size_t to, Inks& row) {
  std::size_t position = from;
  while (position < to && at(row, position, U";\"")) ++position;
  for (const Ink& ink : name) {
    if (position >= to || row[position].code != ink.code) return;
    row[position].word = ink.word;
    ++position;
    if (ink.code == U'"' && position < to && at(row, position, U"\"")) ++position;
  }
}

// Gives the row its words; false, and nothing changed, if these are not its cells.
bool trace_cells(const Columns& cells, const Columns& names, Inks& row) {
  Inks traced = row;
  std::size_t from = 0;
  bool any = false;
  for (const auto& [column, inks] : cells) {
    Inks cell = inks;
    auto place = find_value(cell, row, from, false);
    if (!place && !any && cells.size() == 2) {
      while (cell.size() > 1 && cell.back().code == U':') cell.pop_back();
      place = find_value(cell, row, from, true);
    }
    if (!place) return false;
    copy_words(cell, *place, traced);
    if (const auto name = names.find(column); name != names.end()) {
      trace_name(name->second, from, place->start, traced);
    }
    from = place->end;
    any = true;
  }
  if (any) row = std::move(traced);
  return any;
}

}  // namespace

void trace_row(const std::vector<TracedRow>& rows, std::size_t& next, Columns& names, Inks& block) {
  if (block.size() > kMaxInks) return;
  // Rows without a block of their own are headers: their cells, one above the other, are the names.
  Columns header;
  const std::size_t end = std::min(rows.size(), next + kMaxHeaderRows);
  for (std::size_t r = next; r < end; ++r) {
    Columns cells;
    for (const TracedCell& cell : rows[r]) {
      if (Inks inks = inks_of(*cell.text); !inks.empty()) cells.emplace(cell.column, inks);
    }
    if (trace_cells(cells, names.empty() ? header : names, block)) {
      if (names.empty()) names = std::move(header);
      next = r + 1;
      return;
    }
    for (auto& [column, inks] : cells) {
      Inks& name = header[column];
      if (!name.empty()) name.push_back({U'/', nullptr});
      name.insert(name.end(), inks.begin(), inks.end());
    }
  }
}

}  // namespace assay::extract
