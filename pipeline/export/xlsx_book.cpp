// SPDX-License-Identifier: Apache-2.0
// Builds the workbook, its formats and tables.
#include "pipeline/export/xlsx_book.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "core/json/utf8.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports {
namespace {

constexpr std::array<lxw_color_t, 4> kStatusInk{0x14774a, 0x9a5b00, 0xb42a2a, 0x6941c6};
constexpr lxw_color_t kTextColour = 0x171b26;
constexpr lxw_color_t kSecondInk = 0x4a5266;
constexpr lxw_color_t kHeadingFill = 0xf3f5f9;

lxw_workbook* open_book(const std::string& path) {
  std::string folder = std::filesystem::path(path).parent_path().string();
  lxw_workbook_options options{LXW_TRUE, folder.data(), LXW_TRUE};
  lxw_workbook* book = workbook_new_opt(path.c_str(), &options);
  if (book == nullptr) throw std::runtime_error("a workbook cannot be begun");
  return book;
}

// How many lines a text takes in a column of `width` characters.
double lines_of(std::string_view text, double width) {
  double lines = 0;
  while (true) {
    const std::size_t end = text.find('\n');
    const auto length = static_cast<double>(utf8::length(text.substr(0, end)));
    lines += std::max(1.0, std::ceil(length / width));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

void require(lxw_error error) {
  if (error == LXW_NO_ERROR) return;
  throw std::runtime_error(std::string("libxlsxwriter: ") + lxw_strerror(error));
}

std::string cell_text(std::string_view text) {
  // A cell holds 32,767 UTF-16 units, and a code point takes at most two.
  constexpr std::size_t kMax = 16'000;
  return shortened(printable(text), kMax);
}

XlsxBook::XlsxBook(const std::string& path, const Facts& facts)
    : book_(open_book(path), lxw_workbook_free) {
  std::string title = one_line(facts.title);
  std::string company = one_line(facts.company);
  std::string author = "Assay";
  lxw_doc_properties properties{};
  properties.title = title.data();
  properties.company = company.data();
  properties.author = author.data();
  properties.created = facts.at;
  require(workbook_set_properties(book_.get(), &properties));
  title_ = format();
  format_set_font_size(title_, 18);
  format_set_bold(title_);
  heading_ = format();
  format_set_bold(heading_);
  format_set_bg_color(heading_, kHeadingFill);
  format_set_bottom(heading_, LXW_BORDER_THIN);
  format_set_bottom_color(heading_, kSecondInk);
  text_ = format();
  format_set_text_wrap(text_);
  clipped_ = format();
  second_ = format();
  format_set_text_wrap(second_);
  format_set_font_color(second_, kSecondInk);
  mono_ = format();
  format_set_font_name(mono_, "Consolas");
  format_set_font_size(mono_, 9);
  fraction_ = format();
  format_set_num_format(fraction_, "0.00");
  whole_ = format();
  format_set_num_format(whole_, "0");
  format_set_align(whole_, LXW_ALIGN_CENTER);
  date_ = format();
  format_set_num_format(date_, "yyyy-mm-dd");
  for (const lxw_color_t ink : kStatusInk) {
    lxw_format* made = format();
    format_set_bold(made);
    format_set_font_color(made, ink);
    status_.push_back(made);
  }
}

lxw_format* XlsxBook::format() {
  lxw_format* made = workbook_add_format(book_.get());
  if (made == nullptr) throw std::runtime_error("a workbook's format cannot be made");
  format_set_font_name(made, "Calibri");
  format_set_font_size(made, 10.5);
  format_set_font_color(made, kTextColour);
  format_set_align(made, LXW_ALIGN_VERTICAL_TOP);
  return made;
}

lxw_worksheet* XlsxBook::add_sheet(const std::string& name) {
  lxw_worksheet* sheet = workbook_add_worksheet(book_.get(), name.c_str());
  if (sheet == nullptr) throw std::runtime_error("a sheet cannot be made");
  worksheet_set_paper(sheet, 9);  // A4
  worksheet_set_margins(sheet, 0.5, 0.5, 0.6, 0.6);
  require(worksheet_set_footer(sheet, "&L&8&A&R&8Page &P of &N"));
  return sheet;
}

void XlsxBook::close() {
  require(workbook_close(book_.release()));
}

XlsxTable::XlsxTable(XlsxBook& book, const std::string& name, std::vector<Column> columns)
    : book_(book), sheet_(book.add_sheet(name)), columns_(std::move(columns)) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto at = static_cast<lxw_col_t>(i);
    require(worksheet_set_column(sheet_, at, at, columns_[i].width, nullptr));
    require(worksheet_write_string(sheet_, 0, at, columns_[i].name.c_str(), book.heading()));
  }
}

XlsxTable& XlsxTable::text(std::string_view text, lxw_format* format) {
  if (!text.empty()) {
    const std::string cell = cell_text(text);
    require(worksheet_write_string(sheet_, row_, column_, cell.c_str(),
                                   format == nullptr ? book_.text() : format));
    if (format == nullptr) lines_ = std::max(lines_, lines_of(cell, columns_[column_].width));
  }
  ++column_;
  return *this;
}

XlsxTable& XlsxTable::number(double value, lxw_format* format) {
  require(worksheet_write_number(sheet_, row_, column_++, value, format));
  return *this;
}

XlsxTable& XlsxTable::date(const std::string& day) {
  lxw_datetime date{};
  if (std::sscanf(day.c_str(), "%4d-%2d-%2d", &date.year, &date.month, &date.day) == 3) {
    require(worksheet_write_datetime(sheet_, row_, column_, &date, book_.date()));
  }
  ++column_;
  return *this;
}

void XlsxTable::end_row() {
  constexpr double kLineHeight = 14.5;
  constexpr double kMax = 400;  // a row of Excel has at most 409 points
  if (lines_ > 1) {
    require(worksheet_set_row(sheet_, row_, std::min(kMax, lines_ * kLineHeight), nullptr));
  }
  lines_ = 1;
  ++row_;
  column_ = 0;
}

void XlsxTable::finish() {
  const auto last_column = static_cast<lxw_col_t>(columns_.size() - 1);
  worksheet_freeze_panes(sheet_, 1, 0);
  if (row_ > 1) require(worksheet_autofilter(sheet_, 0, 0, row_ - 1, last_column));
  require(worksheet_repeat_rows(sheet_, 0, 0));
  worksheet_set_landscape(sheet_);
  worksheet_fit_to_pages(sheet_, 1, 0);
}

}  // namespace assay::exports
