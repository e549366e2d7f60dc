// SPDX-License-Identifier: Apache-2.0
// Requirements in tables, one per row: CSV texts and Excel workbooks, their columns, and the pack
// that the rows make.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/extract/extract_types.hpp"
#include "core/packs/pack_content.hpp"
#include "core/packs/parse_report.hpp"

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

// Finds the columns of a table of requirements, in any order.
enum Column : std::size_t {
  kCriterionId,
  kCriterionTitle,
  kCriterionDescription,
  kRequirementId,
  kSubcheckLabel,
  kTitle,
  kExpectedEvidence,
  kGuidance,
  kColumnCount
};
inline constexpr std::array<std::string_view, kColumnCount> kColumnNames{
    "criterionId",   "criterionTitle", "criterionDescription", "requirementId",
    "subcheckLabel", "title",          "expectedEvidence",     "guidance"};

class Columns {
 public:
  // Reports unknown, duplicate and missing columns.
  Columns(const Table& table, FieldErrors& errors);

  // Trimmed; empty if the row is too short or there is no such column.
  [[nodiscard]] std::string_view cell(const TableRow& row, Column column) const;
  // Whether any row has a value in the column.
  [[nodiscard]] bool used(Column column) const { return used_.at(column); }
  // The first position, from 1, with a value outside the named columns; 0 if there is none.
  [[nodiscard]] std::size_t stray(const TableRow& row) const;

 private:
  std::size_t width_;
  std::array<std::size_t, kColumnCount> places_{};
  std::array<bool, kColumnCount> used_{};
  std::vector<std::size_t> unnamed_;
};

// Reads CSV (RFC 4180) as a table of requirements. Strict, since a wrongly parsed record would be a
// wrong requirement.

// UTF-8 with or without BOM; comma or semicolon, found from the header (or a first line "sep=;");
// quoted fields may hold separators, line breaks and doubled quotes; lines end in LF, CRLF or CR.
// The first record with a value is the header. 400 with the line for anything else.
[[nodiscard]] Result<Table> read_csv(std::string_view text);

// Whether the text begins with a record that names a column of a requirements table.
[[nodiscard]] bool begins_like_csv(std::string_view text);

// Reads an Excel workbook as a table of requirements: the first sheet that has the header.

// The header is among the first 20 rows with a value. Rows above it and other sheets are reported
// as skipped. Returns 400 when no sheet has it, and otherwise fails as read_table does.
[[nodiscard]] Result<Import> read_workbook(std::vector<Sheet> sheets);

}  // namespace assay::packs
