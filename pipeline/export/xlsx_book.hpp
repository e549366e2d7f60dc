// SPDX-License-Identifier: Apache-2.0
// A workbook under way, over libxlsxwriter: rows go to disk as they are written, so a large one
// takes no more memory than a small one.
#pragma once

#include <xlsxwriter.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/states.hpp"
#include "pipeline/export/output.hpp"

namespace assay::exports {

class XlsxBook {
 public:
  struct Facts {
    std::string title;
    std::string company;
    std::time_t at;
  };
  // path: of the file to be, whose folder takes what is written meanwhile.
  XlsxBook(const std::string& path, const Facts& facts);

  [[nodiscard]] lxw_worksheet* add_sheet(const std::string& name);
  [[nodiscard]] lxw_workbook* get() const noexcept { return book_.get(); }

  // Formats, made once.
  [[nodiscard]] lxw_format* title() const noexcept { return title_; }
  [[nodiscard]] lxw_format* heading() const noexcept { return heading_; }
  [[nodiscard]] lxw_format* text() const noexcept { return text_; }
  // On one line, however long: rows stay low enough to look over many.
  [[nodiscard]] lxw_format* clipped() const noexcept { return clipped_; }
  [[nodiscard]] lxw_format* second() const noexcept { return second_; }
  [[nodiscard]] lxw_format* mono() const noexcept { return mono_; }
  [[nodiscard]] lxw_format* fraction() const noexcept { return fraction_; }
  [[nodiscard]] lxw_format* whole() const noexcept { return whole_; }
  [[nodiscard]] lxw_format* date() const noexcept { return date_; }
  [[nodiscard]] lxw_format* status(AssessmentStatus status) const {
    return status_.at(static_cast<std::size_t>(status));
  }

  // Ends the writing. Throws std::runtime_error where the library failed.
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

// One sheet that is a table: a head, then rows from above to below.
class XlsxTable {
 public:
  struct Column {
    std::string name;
    double width;  // in characters
  };
  XlsxTable(XlsxBook& book, const std::string& name, std::vector<Column> columns);

  // The cells of a row, from left to right; end_row() before the next one. Texts stay texts,
  // whatever they look like: no cell of them is ever a formula.
  XlsxTable& text(std::string_view text, lxw_format* format = nullptr);
  XlsxTable& number(double value, lxw_format* format);
  // YYYY-MM-DD; nothing where it is "".
  XlsxTable& date(const std::string& day);
  void end_row();
  // Filter, frozen head, and how it is printed.
  void finish();
  [[nodiscard]] lxw_worksheet* sheet() const noexcept { return sheet_; }
  [[nodiscard]] lxw_row_t last_row() const noexcept { return row_ - 1; }

 private:
  XlsxBook& book_;
  lxw_worksheet* sheet_;
  std::vector<Column> columns_;
  double lines_ = 1;  // of the row's highest cell, by estimate: not every program fits rows itself
  lxw_row_t row_ = 1;
  lxw_col_t column_ = 0;
};

// As much of it as a cell takes, printable.
[[nodiscard]] std::string cell_text(std::string_view text);

}  // namespace assay::exports
