// SPDX-License-Identifier: Apache-2.0
// Reads XLSX as tables: the cells of each worksheet, with their positions.
#pragma once

#include <string_view>

#include "pipeline/extract/page/output.hpp"

namespace assay::extract {

// Writes all sheets in workbook order. Throws ReadFailure: Broken, Encrypted, Limit.
void read_xlsx_tables(std::string_view bytes, FrameWriter& writer);

}  // namespace assay::extract
