// SPDX-License-Identifier: Apache-2.0
// Turns the cells of a worksheet into lines.
#include "pipeline/extract/xlsx_sheet.hpp"

#include <optional>
#include <utility>

#include "pipeline/extract/clean_text.hpp"
#include "pipeline/extract/sheet_lines.hpp"
#include "pipeline/extract/xlsx_rows.hpp"

namespace assay::extract {
namespace {

// The next row with visible text, each cell on one line.
std::optional<SheetLine> next_row(XlsxRows& rows) {
  while (auto read = rows.next()) {
    SheetLine row;
    for (XlsxCell& cell : read->cells) {
      std::string text = clean_line(cell.text);
      if (text.empty()) continue;
      row.text_only = row.text_only && cell.textual;
      row.cells.emplace_back(cell.column, std::move(text));
    }
    if (!row.cells.empty()) return row;
  }
  return std::nullopt;
}

}  // namespace

void add_sheet(const std::string& xml, const std::string& name, const XlsxWorkbook& workbook,
               std::size_t& cells, PageBuilder& builder) {
  XlsxRows reader(xml, workbook, cells);
  add_sheet_lines(
      name, [&reader] { return next_row(reader); }, builder);
}

}  // namespace assay::extract
