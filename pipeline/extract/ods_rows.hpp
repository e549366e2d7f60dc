// SPDX-License-Identifier: Apache-2.0
// Streams the cells of an OpenDocument spreadsheet, sheet by sheet and row by row.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/extract/odf_repeats.hpp"
#include "pipeline/extract/sheet_lines.hpp"
#include "pipeline/extract/xml_stream.hpp"

namespace assay::extract {

class OdsRows {
 public:
  // xml: content.xml, which must outlive the reader.
  explicit OdsRows(const std::string& xml) : stream_(xml) {}

  // Goes to the next sheet, hidden or not, and returns its name; nullopt after the last one. Throws
  // XmlError, like next_row().
  [[nodiscard]] std::optional<std::string> next_sheet();
  // The next row of the sheet that has a cell with text; nullopt after the last one. A repeated row
  // or cell is given as often as it stands there, up to a limit. Throws ReadFailure (Limit).
  [[nodiscard]] std::optional<SheetLine> next_row();

 private:
  void skip();
  void read_row(SheetLine& line);
  void read_cell(std::size_t& column, SheetLine& line);
  void count(std::size_t cells);

  XmlStream stream_;
  RepeatedText repeated_;
  std::size_t cells_ = 0;   // of all sheets
  std::size_t copies_ = 0;  // of the current row that are still to be given
  SheetLine row_;
  bool in_sheet_ = false;
};

}  // namespace assay::extract
