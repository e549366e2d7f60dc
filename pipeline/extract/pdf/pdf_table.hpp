// SPDX-License-Identifier: Apache-2.0
// Finds tables on a PDF page: ruled ones by their lines, others by their columns. Those without a
// grid are bands of lines that fit into the same columns; which lines are one row, and which names
// belong to which column, is found for them.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "pipeline/extract/pdf/pdf_lines.hpp"
#include "pipeline/extract/pdf/word_places.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {

struct PdfTable {
  std::vector<std::size_t> lines;  // of the page; each line is in at most one table
  std::vector<TableRow> rows;
  std::vector<TracedRow> traced;  // as many, with the words that they are made of
  std::size_t header_rows = 0;
  std::vector<double> columns;  // left edges of their text or, in a ruled table, of its cells
};

// What a row looks like: the features that separate names of columns from values.
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

// taken: lines of the page that belong to other tables.
[[nodiscard]] std::vector<PdfTable> open_tables(const PdfPage& page, const PdfStyle& style,
                                                const std::vector<bool>& taken);

// A cell that covers several columns or rows has its text in each of them.
[[nodiscard]] std::vector<PdfTable> ruled_tables(const PdfPage& page, const PdfStyle& style);

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

// The region that begins with the first band, as region_of finds it, or a larger one whose first
// bands are names in bold type that are offset from their values: names are often centred.
[[nodiscard]] PdfRegion region_with_names(const PdfPage& page, std::span<const PdfBand> bands);

// The first and last column that a name above them stands for: those below it and, as names of
// groups are centred, their neighbours as far as that brings the middles together. left, right:
// where its neighbours' columns end. The first is after the last if there is none.
[[nodiscard]] std::pair<std::size_t, std::size_t> columns_below(
    const std::vector<PdfColumn>& columns, const PdfLine& line, double left, double right);

}  // namespace assay::extract
