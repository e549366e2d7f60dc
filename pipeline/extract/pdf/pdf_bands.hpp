// SPDX-License-Identifier: Apache-2.0
// Where a page may have a table: bands of lines that fit into the same columns.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/extract/pdf/pdf_lines.hpp"
#include "pipeline/extract/pdf/pdf_table_rows.hpp"

namespace assay::extract {

// Lines at one height, each with a width: a line without one is in no column.
struct PdfBand {
  std::vector<std::size_t> lines;  // from left to right
  double top = 0;
  double bottom = 0;

  [[nodiscard]] double height() const { return bottom - top; }
};

// A column of text; columns do not overlap.
struct PdfColumn {
  double left = 0;
  double right = 0;
};

// Bands from the top down that have common columns.
struct PdfRegion {
  std::size_t bands = 0;           // how many, from the first one given
  std::vector<PdfColumn> columns;  // from left to right
  std::vector<PlacedLine> lines;
};

// From the top down. taken: lines to leave out.
[[nodiscard]] std::vector<PdfBand> bands_of(const PdfPage& page, const std::vector<bool>& taken);

// The region that begins with the first band.
[[nodiscard]] PdfRegion region_of(const PdfPage& page, std::span<const PdfBand> bands);

}  // namespace assay::extract
