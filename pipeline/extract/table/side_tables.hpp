// SPDX-License-Identifier: Apache-2.0
// Tells tables that stand beside each other on a sheet apart.
#pragma once

#include <vector>

#include "pipeline/extract/table/table_header.hpp"

namespace assay::extract {

// rows: a sheet's rows between two gaps. Gives the rows of each table, from left to right, if an
// empty column parts them and their headers stand in different rows or are the same; empty if they
// are one table. Parts whose headers stand side by side are one table with a free column: its rows
// stay whole.
[[nodiscard]] std::vector<std::vector<TableRow>> tables_side_by_side(
    const std::vector<TableRow>& rows);

}  // namespace assay::extract
