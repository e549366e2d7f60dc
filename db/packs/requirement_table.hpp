// SPDX-License-Identifier: Apache-2.0
// Requirements as rows of a table, one row each: what CSV and XLSX files hold.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "db/packs/import.hpp"

namespace assay::packs {

struct TableRow {
  std::size_t number = 0;          // of the line or row where it begins, from 1
  std::vector<std::string> cells;  // may be fewer or more than the header's
};

// where: what stands before a row's number in errors: "line ", "sheet Controls, row ".
struct Table {
  std::string where;
  TableRow header;
  std::vector<TableRow> rows;
};

inline constexpr std::size_t kMaxTableRows = 50'000;

// Whether a row names the columns that no table can do without (criterionTitle and title).
[[nodiscard]] bool names_columns(const TableRow& row);
// Whether any of its cells is the name of a column.
[[nodiscard]] bool names_a_column(const TableRow& row);

// One pack without name and version. Columns, in any order and whatever their case: criterionTitle
// and title, and, where they have values, criterionId (numbers; else criteria are numbered as they
// come), criterionDescription, requirementId (else made: criterion number, item, sub-label),
// subcheckLabel, expectedEvidence (a line of the cell each) and guidance. A row that names no
// criterion belongs to that of the row above it; rows without any value do not count.
//
// Errors: 400 VALIDATION_ERROR whose fields name row and column ("line 12, title"), up to 20.
[[nodiscard]] Result<Import> read_table(const Table& table);

}  // namespace assay::packs
