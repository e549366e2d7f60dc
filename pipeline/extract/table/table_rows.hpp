// SPDX-License-Identifier: Apache-2.0
// Turns a table's cells into rows that read "header: value; header: value".
#pragma once

#include <cstddef>
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
  void set_names(ColumnNames names, const std::vector<TableRow>& rows);
  void write(const TableRow& row);
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

}  // namespace assay::extract
