// SPDX-License-Identifier: Apache-2.0
// Streams the cells of one worksheet, row by row.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/office/xlsx_workbook.hpp"
#include "pipeline/extract/xml/xml_stream.hpp"

namespace assay::extract {

struct XlsxCell {
  std::size_t column = 0;  // from 0
  std::string text;        // as Excel shows it, not cleaned
  bool textual = false;    // not a number, date or truth value
  bool bold = false;
};

struct XlsxRow {
  std::size_t number = 1;
  std::vector<XlsxCell> cells;  // those with a value, in file order
  bool hidden = false;
};

class XlsxRows {
 public:
  // All arguments must outlive the reader. cells counts over the whole workbook.
  XlsxRows(const std::string& xml, const XlsxWorkbook& workbook, std::size_t& cells)
      : stream_(xml), workbook_(workbook), cells_(cells) {}

  // Returns the next row that has a cell. Throws ReadFailure (Limit) and XmlError.
  [[nodiscard]] std::optional<XlsxRow> next();
  // Which columns are hidden; known once there is a row.
  [[nodiscard]] const std::vector<bool>& hidden_columns() const { return hidden_columns_; }

 private:
  void begin(std::string_view name);
  void hide_columns();
  void end_cell(XlsxRow& row);
  [[nodiscard]] std::string value_of_cell() const;

  XmlStream stream_;
  const XlsxWorkbook& workbook_;
  std::size_t& cells_;
  std::size_t number_ = 0;  // of the current row
  std::size_t column_ = 0;  // of the next cell without a reference
  std::string type_;
  std::size_t style_ = 0;
  std::string value_;
  bool in_value_ = false;
  bool in_row_ = false;
  bool hidden_ = false;  // the current row
  std::size_t hidden_ranges_ = 0;
  std::vector<bool> hidden_columns_;
};

// Zero-based column of a reference such as "BC12"; npos if it is invalid or beyond Excel's last.
[[nodiscard]] std::size_t column_of(std::string_view reference);

}  // namespace assay::extract
