// SPDX-License-Identifier: Apache-2.0
// Which lines in the columns of a table are one row: cells have several lines, and rows several
// heights.
#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace assay::extract {

// A line and its column, counted from the left.
struct PlacedLine {
  const PdfLine* line = nullptr;
  std::size_t index = 0;  // of the line on its page
  std::size_t column = 0;
};

// The row of each line, from 0 at the top. heights: of rules and edges of colours across the table,
// from the top; a row never crosses one.
[[nodiscard]] std::vector<std::size_t> rows_of_lines(const std::vector<PlacedLine>& lines,
                                                     std::size_t columns,
                                                     const std::vector<double>& heights);

// The same for lines between two rules. They are one row, and the result is empty, unless they
// evidently are several.
[[nodiscard]] std::vector<std::size_t> evident_rows(const std::vector<PlacedLine>& lines,
                                                    std::size_t columns);

}  // namespace assay::extract
