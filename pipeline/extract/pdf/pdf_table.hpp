// SPDX-License-Identifier: Apache-2.0
// Finds tables on a PDF page, which are only lines arranged in columns.
#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "pipeline/extract/pdf/pdf_lines.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {

struct PdfTable {
  std::vector<std::size_t> lines;  // of the page; each line is in at most one table
  std::vector<Row> rows;
  std::size_t header_rows = 0;
};

// Finds only certain tables: columns of running text, lists and forms stay unchanged.
[[nodiscard]] std::vector<PdfTable> find_tables(const PdfPage& page, const PdfStyle& style);

}  // namespace assay::extract
