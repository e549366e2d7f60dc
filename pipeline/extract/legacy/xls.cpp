// SPDX-License-Identifier: Apache-2.0
// Reads XLS: each worksheet becomes a page.
#include <string>

#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/legacy/xls_sheet.hpp"
#include "pipeline/extract/legacy/xls_workbook.hpp"
#include "pipeline/extract/page/formats.hpp"

namespace assay::extract {

void read_xls(std::string_view bytes, PageBuilder& builder) {
  read_compound(bytes, "Excel workbook", [&builder](const CompoundFolder& root) {
    // A file for both Excel 95 and 97 has both.
    const std::string stream = root.stream(root.has("Workbook") ? "Workbook" : "Book");
    const XlsWorkbook workbook(stream);
    std::size_t cells = 0;
    for (const XlsSheetPlace& place : workbook.sheets()) {
      XlsSheet(stream, place, workbook, cells).write(builder);
      builder.end_page();
    }
  });
}

}  // namespace assay::extract
