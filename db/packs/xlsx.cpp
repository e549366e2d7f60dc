// SPDX-License-Identifier: Apache-2.0
// Converts sheets to a table.
#include "db/packs/xlsx.hpp"

#include <algorithm>
#include <optional>

#include "db/packs/requirement_table.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kRowsLookedAt = 20;

TableRow table_row(SheetRow& row) {
  TableRow cells{row.number, {}};
  for (SheetCell& cell : row.cells) {
    cells.cells.resize(cell.column);
    cells.cells.push_back(std::move(cell.text));
  }
  return cells;
}

// The index of the header row.
std::optional<std::size_t> header_of(const Sheet& sheet) {
  for (std::size_t i = 0; i < std::min(sheet.rows.size(), kRowsLookedAt); ++i) {
    SheetRow copy = sheet.rows[i];
    if (names_columns(table_row(copy))) return i;
  }
  return std::nullopt;
}

Error no_header(const std::vector<Sheet>& sheets) {
  std::string issue =
      "has no sheet with a header row that names the columns criterionTitle and title; its sheets "
      "are ";
  for (std::size_t i = 0; i < sheets.size() && i < kRowsLookedAt; ++i) {
    issue.append(i == 0 ? "" : ", ").append(sheets[i].name);
  }
  return invalid_field("file", issue);
}

}  // namespace

Result<Import> read_workbook(std::vector<Sheet> sheets) {
  std::optional<std::size_t> header;
  const auto chosen = std::find_if(sheets.begin(), sheets.end(), [&](const Sheet& sheet) {
    header = header_of(sheet);
    return header.has_value();
  });
  if (chosen == sheets.end()) return no_header(sheets);
  const std::string where = "sheet " + chosen->name;
  Table table{where + ", row ", table_row(chosen->rows[*header]), {}};
  for (std::size_t i = *header + 1; i < chosen->rows.size(); ++i) {
    table.rows.push_back(table_row(chosen->rows[i]));
  }
  Result<Import> import = read_table(table);
  if (!import) return import;
  for (std::size_t i = 0; i < *header; ++i) {
    import->report.skipped.push_back(
        {table.where + std::to_string(chosen->rows[i].number), "is above the header"});
  }
  for (const Sheet& sheet : sheets) {
    if (&sheet == &*chosen || sheet.rows.empty()) continue;
    import->report.skipped.push_back(
        {"sheet " + sheet.name, "only the first sheet with a header of requirements is read"});
  }
  return import;
}

}  // namespace assay::packs
