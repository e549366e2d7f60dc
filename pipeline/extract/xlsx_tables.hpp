// SPDX-License-Identifier: Apache-2.0
// XLSX as tables: the cells of each worksheet, where they stand.
#pragma once

#include <string_view>

#include "pipeline/extract/output.hpp"

namespace assay::extract {

// All sheets in the workbook's order. Throws ReadFailure: Broken, Encrypted, Limit.
void read_xlsx_tables(std::string_view bytes, FrameWriter& writer);

}  // namespace assay::extract
