// SPDX-License-Identifier: Apache-2.0
// Reads ODS: each sheet becomes a page.
#include <optional>
#include <string>
#include <utility>

#include "pipeline/extract/odf/odf_package.hpp"
#include "pipeline/extract/odf/ods_rows.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/line_shapes.hpp"
#include "pipeline/extract/table/sheet_writer.hpp"
#include "pipeline/extract/table/table_header.hpp"

namespace assay::extract {
namespace {

// The merged cells of the sheet that rows stands before.
MergedCells merged_cells(OdsRows& rows) {
  MergedCells merged;
  if (!rows.next_sheet()) return merged;
  while (const auto row = rows.next_row()) {
    for (const SheetArea& area : row->merged) merged.add(area);
    for (const GridCell& cell : row->row.cells) merged.use(cell.column);
  }
  return merged;
}

}  // namespace

void read_ods(std::string_view bytes, PageBuilder& builder) {
  OdfPackage package(bytes, "OpenDocument spreadsheet");
  add_odf_properties(package, builder);
  const std::string content = package.content_bytes();
  try {
    OdsRows rows(content);
    // A second reader goes ahead: which columns a merged cell fills, the whole sheet tells.
    std::optional<OdsRows> ahead;
    if (content.find("-spanned=") != std::string::npos) ahead.emplace(content);
    while (const auto sheet = rows.next_sheet()) {
      MergedCells merged = ahead ? merged_cells(*ahead) : MergedCells();
      std::optional<SheetWriter> writer;
      while (auto row = rows.next_row()) {
        if (!writer) {
          writer.emplace(
              SheetLayout{sheet->name, sheet->hidden, rows.hidden_columns(), {}, std::move(merged)},
              builder);
        }
        writer->add(row->number, std::move(row->row));
      }
      if (writer) writer->finish();
      for (const OdsComment& one : rows.take_comments()) {
        const std::string cell = column_letters(one.column) + std::to_string(one.row);
        builder.paragraph(comment_line(one.author, cell, one.text));
      }
      builder.end_page();
    }
  } catch (const XmlError& error) {
    package.broken(error);
  }
}

}  // namespace assay::extract
