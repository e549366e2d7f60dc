// SPDX-License-Identifier: Apache-2.0
// Writes a spreadsheet's sheet: gives each row to the table that it belongs to, one that the
// document defines or one that was found, and the value of merged cells to every row and column
// that they cover. Separates tables that are next to each other.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/table/table_header.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {

// Rows from 1, columns from 0, as the programs count them. All inclusive.
struct SheetArea {
  std::size_t first_row = 0;
  std::size_t last_row = 0;
  std::size_t first_column = 0;
  std::size_t last_column = 0;
};

// Repeats values in so far as the sheet has values in those rows and columns: empty ones stay
// empty.
class MergedCells {
 public:
  // At most 100,000 areas of a sheet are kept; further ones repeat nothing.
  void add(const SheetArea& area);
  // Marks a column in which some cell has a value.
  void use(std::size_t column);

  // Rows in order, each with its cells by column.
  void fill(std::size_t row_number, TableRow& row);
  // Whether the rows up to this one belong to a merged cell that began above.
  [[nodiscard]] bool covers(std::size_t row_number) const { return row_number <= covered_; }

 private:
  struct Open {
    std::size_t last_row = 0;
    bool copy = false;
    std::string text;
  };
  void begin(std::size_t row_number, const TableRow& row, TableRow& out);
  void go_on(std::size_t row_number, TableRow& out);

  std::multimap<std::size_t, SheetArea> areas_;  // by their first row
  std::vector<bool> used_;                       // columns with a value
  std::map<std::size_t, Open> open_;             // by column
  std::vector<bool> taken_;                      // columns of the current row
  std::size_t covered_ = 0;
};

// A table that the document itself describes.
struct KnownTable {
  SheetArea area;
  std::size_t header_rows = 1;
  TableRow names;  // of its columns
};

struct SheetLayout {
  std::string name;
  bool hidden = false;
  std::vector<bool> hidden_columns;
  std::vector<KnownTable> tables;  // by their first row
  MergedCells merged;
  std::size_t expected_rows = 0;  // about how many there are; 0 if that is not known
};

class SheetWriter {
 public:
  // Adds the sheet's name as a heading.
  SheetWriter(SheetLayout layout, PageBuilder& builder);

  // The next row, by its number from 1. Rows without cells may be left out.
  void add(std::size_t number, TableRow row);
  // Call once after the last row.
  void finish();

 private:
  struct Known {
    KnownTable table;
    std::unique_ptr<RowWriter> writer;
    bool begun = false;
    bool done = false;
  };
  // Moves the row's cells that are in the table there.
  void add_inside(std::size_t number, TableRow& row, Known& known);
  // A row that is in no known table.
  void add_around(TableRow row);
  // Writes the rows that were held back.
  void write_band();

  PageBuilder& builder_;
  MergedCells merged_;
  RowWriter::Options options_;
  RowWriter around_;
  std::vector<TableRow> band_;  // rows since the last gap, until it is known whose they are
  std::size_t band_bytes_ = 0;
  bool long_band_ = false;  // too long to be held back: it is one table
  std::vector<Known> tables_;
  std::size_t last_ = 0;
};

// rows: a sheet's rows between two gaps. Returns the rows of each table, from left to right, if an
// empty column separates them and their headers are in different rows or are the same; empty if
// they are one table. Parts whose headers are in one row are one table with a free column: its rows
// stay whole.
[[nodiscard]] std::vector<std::vector<TableRow>> tables_side_by_side(
    const std::vector<TableRow>& rows);

}  // namespace assay::extract
