// SPDX-License-Identifier: Apache-2.0
// Reads XLSX: each worksheet becomes a page.
#include "pipeline/extract/office/office_comments.hpp"
#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/office/opc_properties.hpp"
#include "pipeline/extract/office/xlsx_drawings.hpp"
#include "pipeline/extract/office/xlsx_sheet.hpp"
#include "pipeline/extract/office/xlsx_workbook.hpp"
#include "pipeline/extract/page/failure.hpp"
#include "pipeline/extract/page/formats.hpp"

namespace assay::extract {

void read_xlsx(std::string_view bytes, PageBuilder& builder) {
  OpcPackage package(bytes, "Excel workbook");
  add_core_properties(package, builder);
  try {
    const XlsxWorkbook workbook(package);
    const CommentAuthors authors = comment_authors(package);
    std::size_t cells = 0;
    for (const SheetPlace& sheet : workbook.sheets()) {
      add_sheet(package, sheet, workbook, cells, builder);
      add_sheet_drawings(package, sheet.part, builder);
      add_sheet_comments(package, sheet.part, authors, builder);
      builder.end_page();
    }
  } catch (const XmlError& error) {
    package.broken("holds a part that is " + std::string(error.what()));
  }
}

}  // namespace assay::extract
