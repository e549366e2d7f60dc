// SPDX-License-Identifier: Apache-2.0
// Reads requirements from the rows of a table, one per row, as in CSV and XLSX files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "db/packs/import.hpp"

namespace assay::packs {

struct TableRow {
  std::size_t number = 0;          // of the line or row where it begins, from 1
  std::vector<std::string> cells;  // may be fewer or more than the header's
};

// where: the text before a row's number in errors: "line ", "sheet Controls, row ".
struct Table {
  std::string where;
  TableRow header;
  std::vector<TableRow> rows;
};

inline constexpr std::size_t kMaxTableRows = 50'000;

// Whether a row names the columns that every table needs (criterionTitle and title).
[[nodiscard]] bool names_columns(const TableRow& row);
// Whether any of its cells is a column name.
[[nodiscard]] bool names_a_column(const TableRow& row);

// Returns one pack without name and version. Columns, in any order and case: criterionTitle and
// title, and optionally criterionId (numbers; otherwise criteria are numbered in order),
// criterionDescription, requirementId (otherwise built from criterion number, item, sub-label),
// subcheckLabel, expectedEvidence (one per line of the cell) and guidance. A row without a
// criterion belongs to that of the row above it; rows without any value are ignored.
//
// Errors: 400 VALIDATION_ERROR whose fields name row and column ("line 12, title"), up to 20.
[[nodiscard]] Result<Import> read_table(const Table& table);

}  // namespace assay::packs
