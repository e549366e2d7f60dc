// SPDX-License-Identifier: Apache-2.0
// Merged cells of a spreadsheet's sheet: the value stands in every row and column that it covers.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "pipeline/extract/table/table_header.hpp"

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

}  // namespace assay::extract
