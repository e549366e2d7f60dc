// SPDX-License-Identifier: Apache-2.0
// Areas of a worksheet: merged cells, and the tables that Excel itself knows.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/opc_package.hpp"
#include "pipeline/extract/table_header.hpp"

namespace assay::extract {

// Rows as Excel counts them, from 1; columns from 0. All inclusive.
struct XlsxArea {
  std::size_t first_row = 0;
  std::size_t last_row = 0;
  std::size_t first_column = 0;
  std::size_t last_column = 0;
};

// "B2:D5"; nullopt if it is none, or beyond Excel's last row or column.
[[nodiscard]] std::optional<XlsxArea> area_of(std::string_view reference);

struct XlsxTable {
  XlsxArea area;
  std::size_t header_rows = 1;
  TableRow names;  // of its columns
};

// The tables of a worksheet, by their first row.
[[nodiscard]] std::vector<XlsxTable> xlsx_tables_of(OpcPackage& package, const std::string& sheet);

// Repeats the value of merged cells in every row and column that they cover, in so far as the sheet
// has values there: empty rows and columns stay empty.
class XlsxMerges {
 public:
  // Reads the sheet once, if it has merged cells. Throws XmlError.
  explicit XlsxMerges(const std::string& xml);

  // Rows in order.
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

  std::multimap<std::size_t, XlsxArea> areas_;  // by their first row
  std::vector<bool> used_;                      // columns with a value
  std::map<std::size_t, Open> open_;            // by column
  std::vector<bool> taken_;                     // columns of the current row
  std::size_t covered_ = 0;
};

}  // namespace assay::extract
