// SPDX-License-Identifier: Apache-2.0
// Turns a table's cells into rows that read "header: value; header: value". Where cells span
// columns and rows, the value is repeated in every cell that they cover.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/table/table_header.hpp"

namespace assay::extract {

using Row = std::vector<std::string>;

// Cells by position, those with a visible text. A single cell is no caption yet: the reader knows.
[[nodiscard]] TableRow table_row_of(const Row& cells);

// Takes a table row by row. It holds back the first rows until they tell whether one of them is a
// header, and gives each later row to the builder at once.
class RowWriter {
 public:
  struct Options {
    HeaderSearch search = HeaderSearch::FirstRow;
    // A column without a name between named ones is called "Column C", as spreadsheets do.
    bool letters = false;
    // About how many rows there are in all; 0 if that is not known.
    std::size_t expected_rows = 0;
    // By column: whether the document does not show it.
    std::vector<bool> hidden_columns;
  };
  RowWriter(PageBuilder& builder, Options options)
      : builder_(builder), options_(std::move(options)) {}

  // A line that the document itself marks as a header; several in a row are one header. One behind
  // rows begins a new table.
  void header(TableRow line);
  void add(TableRow row);
  // A gap: the next rows may be another table. The names stay unless the rows speak against it.
  void gap();
  // Like gap(), but the names end here.
  void finish();

 private:
  void decide();
  // rows: those held back, of which those from `below` on are under the names.
  void set_names(ColumnNames names, const std::vector<TableRow>& rows, std::size_t below);
  void write(const TableRow& row);
  [[nodiscard]] bool is_caption(const TableRow& row) const;
  [[nodiscard]] Cell named_cell(const GridCell& cell, bool caption) const;
  [[nodiscard]] bool keeps_names(const std::vector<TableRow>& rows) const;

  PageBuilder& builder_;
  Options options_;
  std::vector<TableRow> marked_;   // header lines
  std::vector<TableRow> waiting_;  // rows before the decision
  std::size_t waiting_bytes_ = 0;
  ColumnNames names_;
  bool decided_ = false;
  bool pairs_ = false;  // two columns without names: the first cell names the second
};

// header_rows: number of top rows that the document itself marks as headings.
void add_table(const std::vector<Row>& rows, std::size_t header_rows, PageBuilder& builder);

// Work and memory are bounded by the cells given and by the builder's limits, whatever the spans:
// rows come only from begin_row, at most 1,000 columns from spans, and a long text is not repeated.
class SpanTable {
 public:
  // header: the document marks the row as one.
  void begin_row(bool header);
  void mark_header(std::size_t row, bool header) { rows_.at(row).header = header; }
  // All text of the row is in bold type.
  void mark_strong(std::size_t row) { rows_.at(row).strong = true; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  // Spans from above end here (HTML's <thead>, <tbody>).
  void end_group() { group_ended_ = true; }

  // The next cell of the current row. rows: 0 for all further rows of the group.
  void add(std::string text, std::size_t columns, std::size_t rows);
  // Covered by the cell above it (Word's vMerge). text: its own, shown only if there is none above.
  void add_covered(std::string text, std::size_t columns);
  // Columns that the row leaves out.
  void skip(std::size_t columns);

  void write(PageBuilder& builder) const;

 private:
  enum class Role : std::uint8_t { Value, Covered, Skipped };
  struct Cell {
    std::size_t text = 0;  // of texts_
    std::size_t columns = 1;
    std::size_t rows = 1;
    Role role = Role::Value;
  };
  struct Line {
    std::size_t first = 0;  // of cells_
    bool header = false;
    bool group = false;  // begins one
    bool strong = false;
  };
  // A cell at its place in one row. from_above: it began in an earlier row.
  struct Placed {
    std::size_t column;
    std::size_t text;
    bool copy;
    bool from_above;
  };
  class Walk;
  [[nodiscard]] static bool is_caption(const std::vector<Placed>& row);
  [[nodiscard]] std::size_t end_of(std::size_t line) const;

  std::vector<std::string> texts_;
  std::vector<Cell> cells_;
  std::vector<Line> rows_;
  bool group_ended_ = false;
};

}  // namespace assay::extract
