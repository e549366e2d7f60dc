// SPDX-License-Identifier: Apache-2.0
// Reads cells and their types (ECMA-376 part 1, 18.3.1.4).
#include "pipeline/extract/office/xlsx_workbook.hpp"

#include <algorithm>
#include <charconv>

#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kColumns = 16384;
constexpr std::size_t kMaxCells = 5'000'000;

template <class T>
T number(std::string_view text, T fallback) {
  T value = fallback;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() ? value : fallback;
}

bool is_true(std::string_view value) {
  return value == "1" || value == "true";
}

}  // namespace

void XlsxRows::hide_columns() {
  const auto first = number<std::size_t>(stream_.attribute("min"), 0);
  const auto last = std::min(number<std::size_t>(stream_.attribute("max"), 0), kColumns);
  if (first == 0 || ++hidden_ranges_ > kColumns) return;
  if (hidden_columns_.size() < last) hidden_columns_.resize(last);
  for (std::size_t column = first; column <= last; ++column) hidden_columns_[column - 1] = true;
}

void XlsxRows::begin(std::string_view name) {
  if (name == "row") {
    in_row_ = true;
    column_ = 0;
    number_ = number<std::size_t>(stream_.attribute("r"), number_ + 1);
    hidden_ = is_true(stream_.attribute("hidden"));
  } else if (name == "col" && is_true(stream_.attribute("hidden"))) {
    hide_columns();
  } else if (name == "c" && in_row_) {
    const std::size_t at = column_of(stream_.attribute("r"));
    if (at != std::string_view::npos) column_ = at;
    type_ = stream_.attribute("t");
    style_ = number<std::size_t>(stream_.attribute("s"), 0);
    value_.clear();
  }
  if (name == "rPh") ++phonetic_;
  // <v> holds the value, <is><t> an inline string; <f> holds the formula, which is not shown.
  in_value_ = in_row_ && phonetic_ == 0 && (name == "v" || name == "t");
}

std::string XlsxRows::value_of_cell() const {
  if (type_ == "s") {
    return workbook_.shared_string(number<std::size_t>(value_, static_cast<std::size_t>(-1)));
  }
  if (type_ == "b") return value_ == "1" || value_ == "true" ? "TRUE" : "FALSE";
  if (type_ == "d")
    return value_.ends_with("T00:00:00") ? value_.substr(0, value_.size() - 9) : value_;
  if (!type_.empty() && type_ != "n") return value_;
  double numeric = 0;
  const auto parsed = std::from_chars(value_.data(), value_.data() + value_.size(), numeric);
  const bool whole = parsed.ec == std::errc() && parsed.ptr == value_.data() + value_.size();
  return whole ? workbook_.shown(numeric, style_) : value_;
}

void XlsxRows::end_cell(XlsxRow& row) {
  if (++cells_ > kMaxCells) {
    throw ReadFailure(ExtractProblem::Limit,
                      "The workbook has more than 5,000,000 cells. Split it into smaller files.");
  }
  const std::size_t column = column_++;
  if (value_.empty() || column >= kColumns) return;
  std::string text = value_of_cell();
  if (text.empty()) return;
  const bool textual = type_ == "s" || type_ == "inlineStr" || type_ == "str";
  row.cells.push_back({column, std::move(text), textual, workbook_.bold(style_)});
}

std::optional<XlsxRow> XlsxRows::next() {
  XlsxRow row;
  for (;;) {
    switch (stream_.next()) {
      case XmlStream::Event::EndOfDocument:
        return std::nullopt;
      case XmlStream::Event::Begin:
        begin(stream_.name());
        break;
      case XmlStream::Event::Text:
        if (in_value_) value_ += stream_.text();
        break;
      case XmlStream::Event::End:
        in_value_ = false;
        if (stream_.name() == "rPh") --phonetic_;
        if (stream_.name() == "c" && in_row_) end_cell(row);
        if (stream_.name() != "row") break;
        in_row_ = false;
        row.number = number_;
        row.hidden = hidden_;
        if (!row.cells.empty()) return row;
    }
  }
}

std::size_t column_of(std::string_view reference) {
  std::size_t column = 0;
  std::size_t letters = 0;
  for (; letters < reference.size() && letters < 4; ++letters) {
    const char c = reference[letters];
    if (c < 'A' || c > 'Z') break;
    column = column * 26 + static_cast<std::size_t>(c - 'A' + 1);
  }
  return letters == 0 || column > kColumns ? std::string_view::npos : column - 1;
}

}  // namespace assay::extract
