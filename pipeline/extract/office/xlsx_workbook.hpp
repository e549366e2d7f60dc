// SPDX-License-Identifier: Apache-2.0
// An Excel workbook: what all sheets share (the list of sheets, the strings, the number formats),
// the cells of one worksheet, row by row, and all sheets read as tables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {

struct SheetPlace {
  std::string name;
  std::string part;
  bool hidden = false;
};

class XlsxWorkbook {
 public:
  explicit XlsxWorkbook(OpcPackage& package);

  // In workbook order, including hidden ones; without sheets of charts or macros.
  [[nodiscard]] const std::vector<SheetPlace>& sheets() const { return sheets_; }
  // Empty if there is no such string.
  [[nodiscard]] const std::string& shared_string(std::size_t index) const;
  // A number as its cell style shows it.
  [[nodiscard]] std::string shown(double value, std::size_t style) const;
  // Whether the cell style shows text in bold type.
  [[nodiscard]] bool bold(std::size_t style) const { return style < bold_.size() && bold_[style]; }

 private:
  void read_sheets(OpcPackage& package, const std::string& main,
                   const std::vector<Relationship>& parts);
  void read_strings(OpcPackage& package, const std::string& part);
  void read_styles(OpcPackage& package, const std::string& part);

  std::vector<SheetPlace> sheets_;
  std::vector<std::string> strings_;
  std::vector<std::string> formats_;  // by cell style
  std::vector<bool> bold_;            // by cell style
  bool from_1904_ = false;
};

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
  int phonetic_ = 0;  // inside readings of Japanese text, which the cell does not show
  bool in_row_ = false;
  bool hidden_ = false;  // the current row
  std::size_t hidden_ranges_ = 0;
  std::vector<bool> hidden_columns_;
};

// Zero-based column of a reference such as "BC12"; npos if it is invalid or beyond Excel's last.
[[nodiscard]] std::size_t column_of(std::string_view reference);

// Writes all sheets in workbook order. Throws ReadFailure: Broken, Encrypted, Limit.
void read_xlsx_tables(std::string_view bytes, FrameWriter& writer);

}  // namespace assay::extract
