// SPDX-License-Identifier: Apache-2.0
// Writes a spreadsheet's sheet: gives each row to the table that it belongs to, one that the
// document knows or what stands around them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/table/merged_cells.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {

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

}  // namespace assay::extract
