// SPDX-License-Identifier: Apache-2.0
// Cuts lines where the lines around them leave the same gap: narrow columns of a table.
#pragma once

#include <vector>

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace assay::extract {

// Keeps the order of the text.
[[nodiscard]] std::vector<PdfLine> cut_at_gutters(std::vector<PdfLine> lines);

}  // namespace assay::extract
