// SPDX-License-Identifier: Apache-2.0
// Reads tables of spreadsheets (OpenDocument 1.3, part 3, 9.1).
#include "pipeline/extract/odf/ods_rows.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

using Event = XmlStream::Event;

// As many as a sheet may have.
constexpr std::size_t kSheetColumns = 16384;
constexpr std::size_t kSheetRows = 1'048'576;
constexpr std::size_t kMaxCellsOfSheets = 5'000'000;
// Equal neighbours beyond these come from filling a sheet to its edge.
constexpr std::size_t kMaxEqualCells = 1024;
constexpr std::size_t kMaxEqualRows = 1000;
constexpr std::size_t kMaxSpacesOfCell = 64;

// Parts of a sheet or a cell that hold text which no cell shows.
bool beside_cells(std::string_view name) {
  constexpr std::array<std::string_view, 13> kNames{
      "annotation", "shapes", "frame",        "custom-shape", "g",       "rect",   "line",
      "forms",      "object", "table-source", "scenario",     "control", "ellipse"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// Parts of a workbook that hold tables which are no sheets.
bool beside_sheets(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames{"tracked-changes", "content-validations",
                                                   "dde-links",       "automatic-styles",
                                                   "consolidation",   "data-pilot-tables"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace

// Goes to the end of the element that has just begun.
void OdsRows::skip() {
  for (int depth = 1; depth > 0;) {
    const Event event = stream_.next();
    if (event == Event::EndOfDocument) return;
    if (event == Event::Begin) ++depth;
    if (event == Event::End) --depth;
  }
}

// Notes which of a document's own styles hide a sheet.
void OdsRows::read_styles() {
  std::string style;
  for (int depth = 1; depth > 0;) {
    const Event event = stream_.next();
    if (event == Event::EndOfDocument) return;
    if (event == Event::End) --depth;
    if (event != Event::Begin) continue;
    ++depth;
    if (stream_.name() == "style") style = stream_.attribute("name");
    if (stream_.name() == "table-properties" && stream_.attribute("display") == "false") {
      hiding_styles_.insert(style);
    }
  }
}

std::optional<OdsSheet> OdsRows::next_sheet() {
  while (in_sheet_) static_cast<void>(next_row());
  for (;;) {
    const Event event = stream_.next();
    if (event == Event::EndOfDocument) return std::nullopt;
    if (event != Event::Begin) continue;
    if (stream_.name() == "table") {
      in_sheet_ = true;
      number_ = 0;
      columns_ = 0;
      hidden_columns_.clear();
      return OdsSheet{stream_.attribute("name"),
                      hiding_styles_.contains(stream_.attribute("style-name"))};
    }
    if (stream_.name() == "automatic-styles") {
      read_styles();
    } else if (beside_sheets(stream_.name())) {
      skip();
    }
  }
}

// Whether the current row or column is hidden, by hand or by a filter.
bool OdsRows::hides() const {
  const std::string visibility = stream_.attribute("visibility");
  return visibility == "collapse" || visibility == "filter";
}

void OdsRows::read_column() {
  const std::size_t copies = repeats(stream_.attribute("number-columns-repeated"), kSheetColumns);
  const std::size_t end = std::min(columns_ + copies, kSheetColumns);
  if (hides() && columns_ < end) {
    hidden_columns_.resize(columns_);
    hidden_columns_.resize(end, true);
  }
  columns_ = end;
}

std::optional<OdsRow> OdsRows::next_row() {
  while (copies_ == 0 && in_sheet_) {
    const Event event = stream_.next();
    const bool begin = event == Event::Begin;
    if (event == Event::EndOfDocument || (event == Event::End && stream_.name() == "table")) {
      in_sheet_ = false;
    } else if (begin && stream_.name() == "table-column") {
      read_column();
    } else if (begin && stream_.name() == "table-row") {
      const std::size_t stated = repeats(stream_.attribute("number-rows-repeated"), kSheetRows);
      row_ = {number_ + 1, {}, {}};
      row_.row.hidden = hides();
      read_row();
      number_ += stated;
      if (!row_.row.cells.empty()) copies_ = std::min(stated, kMaxEqualRows);
    } else if (begin && (beside_cells(stream_.name()) || stream_.name() == "table")) {
      skip();
    }
  }
  if (copies_ == 0) return std::nullopt;
  count(row_.row.cells.size());
  if (--copies_ == 0) return std::exchange(row_, {});
  OdsRow copy = row_;
  ++row_.number;
  row_.merged.clear();
  return copy;
}

void OdsRows::read_row() {
  std::size_t column = 0;
  for (;;) {
    const Event event = stream_.next();
    if (event == Event::EndOfDocument || event == Event::End) return;
    if (event != Event::Begin) continue;
    if (stream_.name() == "table-cell" || stream_.name() == "covered-table-cell") {
      read_cell(column);
    } else {
      skip();
    }
  }
}

// Goes to the end of the comment that has just begun. A cell of rows that repeat has it once.
void OdsRows::read_comment(std::size_t column) {
  OdsComment comment{row_.number, column, {}, {}};
  std::string name;
  for (int depth = 1; depth > 0;) {
    const Event event = stream_.next();
    if (event == Event::EndOfDocument) break;
    if (event == Event::Begin) {
      ++depth;
      if (depth == 2) name = stream_.name();
      if (stream_.name() == "line-break" || stream_.name() == "tab") comment.text += ' ';
    } else if (event == Event::End) {
      if (stream_.name() == "p") comment.text += '\n';
      --depth;
    } else if (depth > 1) {
      if (name == "creator") comment.author += stream_.text();
      if (name == "p" || name == "list") comment.text += stream_.text();
    }
  }
  repeated_.add(comment.text.size(), 1);
  comments_.push_back(std::move(comment));
}

// The text that the current cell shows.
std::string OdsRows::cell_text(std::size_t column) {
  // What a program that stores no text says instead.
  std::string stored;
  for (const char* name : {"string-value", "date-value", "time-value", "boolean-value", "value"}) {
    if (stored.empty()) stored = stream_.attribute(name);
  }
  std::string text;
  bool shown = false;
  for (int depth = 1; depth > 0;) {
    const Event event = stream_.next();
    if (event == Event::EndOfDocument) break;
    const bool begin = event == Event::Begin;
    if (event == Event::End) {
      if (stream_.name() == "p") text += '\n';
      --depth;
    } else if (event == Event::Text) {
      if (depth > 1) text += stream_.text();
    } else if (begin && stream_.name() == "annotation") {
      read_comment(column);
    } else if (begin && (beside_cells(stream_.name()) || stream_.name() == "table")) {
      skip();
    } else if (begin) {
      ++depth;
      shown = shown || stream_.name() == "p";
      if (stream_.name() == "s") {
        text.append(repeats(stream_.attribute("c"), kMaxSpacesOfCell), ' ');
      }
      if (stream_.name() == "tab" || stream_.name() == "line-break") text += ' ';
    }
  }
  return clean_line(shown ? text : stored);
}

void OdsRows::read_cell(std::size_t& column) {
  const std::size_t room = kSheetColumns - std::min(column, kSheetColumns);
  const std::size_t copies =
      repeats(stream_.attribute("number-columns-repeated"), std::max(room, std::size_t{1}));
  const std::size_t columns =
      repeats(stream_.attribute("number-columns-spanned"), std::max(room, std::size_t{1}));
  const std::size_t rows = repeats(stream_.attribute("number-rows-spanned"), kSheetRows);
  const std::string value = cell_text(column);
  if (!value.empty() && room > 0) {
    const std::size_t given = std::min(copies, kMaxEqualCells);
    repeated_.add(value.size(), given);
    for (std::size_t i = 0; i < given; ++i) row_.row.cells.push_back({column + i, value});
    if (columns > 1 || rows > 1) {
      row_.merged.push_back({row_.number, row_.number + rows - 1, column, column + columns - 1});
    }
  }
  column += copies;
}

void OdsRows::count(std::size_t cells) {
  cells_ += cells;
  if (cells_ > kMaxCellsOfSheets) {
    throw ReadFailure(
        ExtractProblem::Limit,
        "The spreadsheet has more than 5,000,000 cells. Split it into smaller files.");
  }
}

}  // namespace assay::extract
