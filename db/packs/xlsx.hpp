// SPDX-License-Identifier: Apache-2.0
// Reads an Excel workbook as a table of requirements: the first sheet that has the header.
#pragma once

#include <vector>

#include "core/base/result.hpp"
#include "core/extract/sheet.hpp"
#include "db/packs/import.hpp"

namespace assay::packs {

// The header is among the first 20 rows with a value. Rows above it and other sheets are reported
// as skipped. Returns 400 when no sheet has it, and otherwise fails as read_table does.
[[nodiscard]] Result<Import> read_workbook(std::vector<Sheet> sheets);

}  // namespace assay::packs
