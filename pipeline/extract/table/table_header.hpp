// SPDX-License-Identifier: Apache-2.0
// Decides whether a table that marks no header has one, for all formats alike. For that, what tells
// names of columns from values: the kind of text that a cell holds. Names are shortened for rows
// that repeat them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
  AllRows    // titles and notes may be above it
};

// rows: those at the top of the table. nullopt if no row certainly names the columns.
[[nodiscard]] std::optional<HeaderPlace> find_header(std::span<const TableRow> rows,
                                                     HeaderSearch search);

// Shortens long names with an ellipsis: to 80 bytes, or further if a table of so many cells would
// else be mostly names. Names that become equal are numbered. Returns whether any was shortened.
bool shorten_names(ColumnNames& names, std::size_t rows);

// "A", "Z", "AA": from 0.
[[nodiscard]] std::string column_letters(std::size_t column);

enum class CellKind {
  Empty,
  Words,    // short text without digits
  Code,     // short text with letters and digits: "SRV-01", "12 May 2025"
  Number,   // digits without letters: amounts, percentages, dates
  Answer,   // "yes", "n/a", "x"
  Address,  // of mail or of a page
  Long      // more than 120 bytes, or a sentence
};

// text: cleaned, on one line.
[[nodiscard]] CellKind kind_of(std::string_view text);

// Whether the text only consists of words that columns are usually named by: "Owner", "Last test
// date", "Phone 2". Knows English and German.
[[nodiscard]] bool usual_name(std::string_view text);

}  // namespace assay::extract
