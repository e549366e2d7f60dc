// SPDX-License-Identifier: Apache-2.0
// Names of columns as rows repeat them.
#pragma once

#include <cstddef>
#include <string>

#include "pipeline/extract/table/table_header.hpp"

namespace assay::extract {

// Shortens long names with an ellipsis: to 80 bytes, or further if a table of so many cells would
// else be mostly names. Names that become equal are numbered. Returns whether any was shortened.
bool shorten_names(ColumnNames& names, std::size_t rows);

// "A", "Z", "AA": from 0.
[[nodiscard]] std::string column_letters(std::size_t column);

}  // namespace assay::extract
