// SPDX-License-Identifier: Apache-2.0
// Turns one worksheet's cells into rows under their column headings.
#pragma once

#include <cstddef>

#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/office/xlsx_workbook.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// Adds the sheet's name as a heading, and its rows; nothing for a sheet without values. Says what
// Excel hides. cells counts over the whole workbook. Throws ReadFailure (Limit) and XmlError.
void add_sheet(OpcPackage& package, const SheetPlace& sheet, const XlsxWorkbook& workbook,
               std::size_t& cells, PageBuilder& builder);

}  // namespace assay::extract
