// SPDX-License-Identifier: Apache-2.0
// Decides whether a table that marks no header has one, for all formats alike.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::extract {

// A cell with a value. copy: a merged cell's value, repeated in a further column that it covers.
struct GridCell {
  std::size_t column = 0;
  std::string text;  // cleaned, on one line, not empty
  bool copy = false;
};

// Cells by column.
struct TableRow {
  std::vector<GridCell> cells;
  bool caption = false;  // a single text across the table, which belongs to no column
  bool hidden = false;   // the document does not show it
  bool strong = false;   // all of it is in bold type
};

using ColumnNames = std::map<std::size_t, std::string>;

// Of one or more header lines, "Backup" above "last test": "Backup / last test".
[[nodiscard]] ColumnNames joined_names(std::span<const TableRow> lines);

struct HeaderPlace {
  std::size_t first = 0;
  std::size_t lines = 1;
};

enum class HeaderSearch {
  FirstRow,  // captions aside
  AllRows    // titles and notes may stand above it
};

// rows: those at the top of the table. nullopt if no row certainly names the columns.
[[nodiscard]] std::optional<HeaderPlace> find_header(std::span<const TableRow> rows,
                                                     HeaderSearch search);

}  // namespace assay::extract
