// SPDX-License-Identifier: Apache-2.0
// Finds tables on a PDF page: ruled ones by their lines, others by their columns.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "pipeline/extract/pdf/pdf_lines.hpp"
#include "pipeline/extract/pdf/traced_text.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {

struct PdfTable {
  std::vector<std::size_t> lines;  // of the page; each line is in at most one table
  std::vector<TableRow> rows;
  std::vector<TracedRow> traced;  // as many, with the words that they are made of
  std::size_t header_rows = 0;
  std::vector<double> columns;  // left edges of their text or, in a ruled table, of its cells
};

// What a row looks like, as far as it tells names of columns from values.
struct RowLook {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  bool bold = true;  // all of its text

  void add(const PdfLine& line);
};

// Adds the cells that say something. texts: by column.
void add_cells(std::map<std::size_t, TracedText> texts, TableRow& row, TracedRow& traced);

// How many rows at the top stand out: in bold type, on a colour of their own, or by the only rule
// below a row. 0 if none does.
[[nodiscard]] std::size_t rows_that_stand_out(std::span<const RowLook> rows, const PdfRules& rules);

// Finds only certain tables: columns of running text, lists and forms stay unchanged.
[[nodiscard]] std::vector<PdfTable> find_tables(const PdfPage& page, const PdfStyle& style);

}  // namespace assay::extract
