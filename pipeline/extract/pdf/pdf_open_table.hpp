// SPDX-License-Identifier: Apache-2.0
// Tables without a grid: lines at one height make a band, bands with common columns a table.
#pragma once

#include <vector>

#include "pipeline/extract/pdf/pdf_table.hpp"

namespace assay::extract {

// taken: lines of the page that belong to other tables.
[[nodiscard]] std::vector<PdfTable> open_tables(const PdfPage& page, const PdfStyle& style,
                                                const std::vector<bool>& taken);

}  // namespace assay::extract
