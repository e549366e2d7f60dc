// SPDX-License-Identifier: Apache-2.0
// Reads a worksheet's rows, and what describes them: tables, merged and hidden cells.
#include "pipeline/extract/office/xlsx_sheet.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/extract/office/xlsx_areas.hpp"
#include "pipeline/extract/office/xlsx_rows.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/table/sheet_writer.hpp"

namespace assay::extract {
namespace {

std::size_t count_rows(std::string_view xml) {
  std::size_t count = 0;
  for (std::size_t at = xml.find("<row"); at != std::string_view::npos;
       at = xml.find("<row", at + 4)) {
    ++count;
  }
  return count;
}

TableRow visible_cells(XlsxRow& read) {
  TableRow row;
  row.hidden = read.hidden;
  row.strong = true;
  for (XlsxCell& cell : read.cells) {
    std::string text = clean_line(cell.text);
    if (text.empty()) continue;
    row.strong = row.strong && cell.bold;
    row.cells.push_back({cell.column, std::move(text)});
  }
  std::ranges::stable_sort(row.cells, {}, &GridCell::column);
  return row;
}

}  // namespace

void add_sheet(OpcPackage& package, const SheetPlace& sheet, const XlsxWorkbook& workbook,
               std::size_t& cells, PageBuilder& builder) {
  const std::string xml = package.part(sheet.part);
  XlsxRows reader(xml, workbook, cells);
  std::optional<SheetWriter> writer;
  while (auto read = reader.next()) {
    TableRow row = visible_cells(*read);
    if (row.cells.empty()) continue;
    if (!writer) {
      writer.emplace(
          SheetLayout{sheet.name, sheet.hidden, reader.hidden_columns(),
                      xlsx_tables_of(package, sheet.part), xlsx_merged_cells(xml), count_rows(xml)},
          builder);
    }
    writer->add(read->number, std::move(row));
  }
  if (writer) writer->finish();
}

}  // namespace assay::extract
