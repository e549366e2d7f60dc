// SPDX-License-Identifier: Apache-2.0
// The cells that the rules of a PDF page draw.
#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/extract/pdf/pdf_rules.hpp"

namespace assay::extract {

// Rules that cross. Columns and rows lie between neighbouring edges.
struct Grid {
  std::vector<PdfRule> across;
  std::vector<PdfRule> down;
  std::vector<double> xs;  // edges of columns
  std::vector<double> ys;  // edges of rows

  [[nodiscard]] std::size_t columns() const { return xs.size() - 1; }
  [[nodiscard]] std::size_t rows() const { return ys.size() - 1; }
};

// Groups of rules that cross each other, the largest first. Edges of colours between their rules
// count as rules.
[[nodiscard]] std::vector<Grid> grids_of(const PdfRules& rules);

// The cell of each place, row by row: the number of its first place. Where a piece of the grid is
// missing, two places are one cell.
[[nodiscard]] std::vector<std::size_t> cells_of(const Grid& grid);

}  // namespace assay::extract
