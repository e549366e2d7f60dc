// SPDX-License-Identifier: Apache-2.0
// Tables whose cells are drawn.
#pragma once

#include <vector>

#include "pipeline/extract/pdf/pdf_table.hpp"

namespace assay::extract {

// A cell that covers several columns or rows has its text in each of them.
[[nodiscard]] std::vector<PdfTable> ruled_tables(const PdfPage& page, const PdfStyle& style);

}  // namespace assay::extract
