// SPDX-License-Identifier: Apache-2.0
// Streams the cells of an OpenDocument spreadsheet, sheet by sheet and row by row.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/extract/odf/odf_table.hpp"
#include "pipeline/extract/table/sheet_writer.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {

struct OdsSheet {
  std::string name;
  bool hidden = false;
};

struct OdsRow {
  std::size_t number = 0;  // from 1
  TableRow row;
  std::vector<SheetArea> merged;  // that begin in this row
};

struct OdsComment {
  std::size_t row = 0;     // from 1
  std::size_t column = 0;  // from 0
  std::string author;      // may be empty
  std::string text;
};

class OdsRows {
 public:
  // xml: content.xml, which must outlive the reader.
  explicit OdsRows(const std::string& xml) : stream_(xml) {}

  // Goes to the next sheet, hidden or not; nullopt after the last one. Throws XmlError, like
  // next_row().
  [[nodiscard]] std::optional<OdsSheet> next_sheet();
  // The next row of the sheet that has a cell with text; nullopt after the last one. A repeated row
  // or cell is given each time it occurs, up to a limit. Throws ReadFailure (Limit).
  [[nodiscard]] std::optional<OdsRow> next_row();

  // The comments of the rows read so far, since the last call.
  [[nodiscard]] std::vector<OdsComment> take_comments() { return std::exchange(comments_, {}); }
  // Which columns of the sheet are hidden; known once there is a row.
  [[nodiscard]] const std::vector<bool>& hidden_columns() const { return hidden_columns_; }

 private:
  void skip();
  void read_styles();
  void read_column();
  void read_row();
  void read_cell(std::size_t& column);
  [[nodiscard]] std::string cell_text(std::size_t column);
  void read_comment(std::size_t column);
  [[nodiscard]] bool hides() const;
  void count(std::size_t cells);

  XmlStream stream_;
  RepeatedText repeated_;
  std::size_t cells_ = 0;   // of all sheets
  std::size_t copies_ = 0;  // of the current row that are still to be given
  std::size_t number_ = 0;  // of the current row, or its last copy
  OdsRow row_;
  std::vector<OdsComment> comments_;
  std::set<std::string> hiding_styles_;
  std::vector<bool> hidden_columns_;
  std::size_t columns_ = 0;  // described so far
  bool in_sheet_ = false;
};

}  // namespace assay::extract
