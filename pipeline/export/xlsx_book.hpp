// SPDX-License-Identifier: Apache-2.0
// Builds a workbook over libxlsxwriter. Rows go to disk as they are written, so a large workbook
// takes no more memory than a small one.
#pragma once

#include <xlsxwriter.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/states.hpp"
#include "pipeline/export/export_formats.hpp"

namespace assay::exports {

class XlsxBook {
 public:
  struct Facts {
    std::string title;
    std::string company;
    std::time_t at;
  };
  // path: of the file to write. Its folder also holds temporary files.
  XlsxBook(const std::string& path, const Facts& facts);

  [[nodiscard]] lxw_worksheet* add_sheet(const std::string& name);
  [[nodiscard]] lxw_workbook* get() const noexcept { return book_.get(); }

  // Formats, created once.
  [[nodiscard]] lxw_format* title() const noexcept { return title_; }
  [[nodiscard]] lxw_format* heading() const noexcept { return heading_; }
  [[nodiscard]] lxw_format* text() const noexcept { return text_; }
  // On one line, however long the text, so that many rows fit on the screen.
  [[nodiscard]] lxw_format* clipped() const noexcept { return clipped_; }
  [[nodiscard]] lxw_format* second() const noexcept { return second_; }
  [[nodiscard]] lxw_format* mono() const noexcept { return mono_; }
  [[nodiscard]] lxw_format* fraction() const noexcept { return fraction_; }
  [[nodiscard]] lxw_format* whole() const noexcept { return whole_; }
  [[nodiscard]] lxw_format* date() const noexcept { return date_; }
  [[nodiscard]] lxw_format* status(AssessmentStatus status) const {
    return status_.at(static_cast<std::size_t>(status));
  }

  // Writes the file. Throws std::runtime_error when the library fails.
  void close();

 private:
  lxw_format* format();
  std::unique_ptr<lxw_workbook, void (*)(lxw_workbook*)> book_;
  lxw_format* title_;
  lxw_format* heading_;
  lxw_format* text_;
  lxw_format* clipped_;
  lxw_format* second_;
  lxw_format* mono_;
  lxw_format* fraction_;
  lxw_format* whole_;
  lxw_format* date_;
  std::vector<lxw_format*> status_;  // by the status's value
};

// Throws std::runtime_error for anything but success.
void require(lxw_error error);

// One sheet that is a table: a head, then rows from top to bottom.
class XlsxTable {
 public:
  struct Column {
    std::string name;
    double width;  // in characters
  };
  XlsxTable(XlsxBook& book, const std::string& name, std::vector<Column> columns);

  // Add the cells of a row from left to right, and call end_row() before the next row. Texts stay
  // texts, whatever they look like: none of these cells is ever a formula.
  XlsxTable& text(std::string_view text, lxw_format* format = nullptr);
  XlsxTable& number(double value, lxw_format* format);
  // YYYY-MM-DD; an empty cell for "".
  XlsxTable& date(const std::string& day);
  void end_row();
  // Sets the filter, the frozen head and the print layout.
  void finish();
  [[nodiscard]] lxw_worksheet* sheet() const noexcept { return sheet_; }
  [[nodiscard]] lxw_row_t last_row() const noexcept { return row_ - 1; }

 private:
  XlsxBook& book_;
  lxw_worksheet* sheet_;
  std::vector<Column> columns_;
  double lines_ = 1;  // of the row's highest cell, estimated: not every program fits rows itself
  lxw_row_t row_ = 1;
  lxw_col_t column_ = 0;
};

// As much of the printable text as a cell holds.
[[nodiscard]] std::string cell_text(std::string_view text);

}  // namespace assay::exports
