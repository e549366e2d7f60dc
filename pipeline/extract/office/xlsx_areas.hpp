// SPDX-License-Identifier: Apache-2.0
// Areas of a worksheet: merged cells, and the tables that Excel itself knows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/table/merged_cells.hpp"
#include "pipeline/extract/table/sheet_writer.hpp"

namespace assay::extract {

// "B2:D5"; nullopt if it is none, or beyond Excel's last row or column.
[[nodiscard]] std::optional<SheetArea> area_of(std::string_view reference);

// The tables of a worksheet, by their first row.
[[nodiscard]] std::vector<KnownTable> xlsx_tables_of(OpcPackage& package, const std::string& sheet);

// The merged cells of a worksheet. Throws XmlError.
[[nodiscard]] MergedCells xlsx_merged_cells(const std::string& xml);

}  // namespace assay::extract
