// SPDX-License-Identifier: Apache-2.0
// Cells as they stream by, and the search for the row that names the columns.
#include "pipeline/extract/xlsx_sheet.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "pipeline/extract/clean_text.hpp"
#include "pipeline/extract/failure.hpp"
#include "pipeline/extract/table_rows.hpp"
#include "pipeline/extract/xml_stream.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kColumns = 16384;
constexpr std::size_t kMaxCells = 5'000'000;
constexpr std::size_t kRowsLookedAt = 20;

// Only cells with a value; sheets may be 16,384 columns wide and nearly empty.
struct SheetRow {
  std::vector<std::pair<std::size_t, std::string>> cells;
  bool text_only = true;  // no number, date or truth value among them
};

// Gives out the rows of a sheet.
class SheetReader {
 public:
  SheetReader(const std::string& xml, const XlsxWorkbook& workbook, std::size_t& cells)
      : stream_(xml), workbook_(workbook), cells_(cells) {}

  std::optional<SheetRow> next();

 private:
  void begin(std::string_view name);
  void end_cell(SheetRow& row);
  std::string value_of_cell() const;

  XmlStream stream_;
  const XlsxWorkbook& workbook_;
  std::size_t& cells_;
  std::size_t column_ = 0;  // of the next cell without a reference
  std::string type_;
  std::size_t style_ = 0;
  std::string value_;
  bool in_value_ = false;
  bool in_row_ = false;
};

template <class T>
T number(std::string_view text, T fallback) {
  T value = fallback;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() ? value : fallback;
}

void SheetReader::begin(std::string_view name) {
  if (name == "row") {
    in_row_ = true;
    column_ = 0;
  } else if (name == "c" && in_row_) {
    const std::size_t at = column_of(stream_.attribute("r"));
    if (at != std::string_view::npos) column_ = at;
    type_ = stream_.attribute("t");
    style_ = number<std::size_t>(stream_.attribute("s"), 0);
    value_.clear();
  }
  // <v> holds the value, <is><t> an inline string; <f> the formula, which is not shown.
  in_value_ = in_row_ && (name == "v" || name == "t");
}

std::string SheetReader::value_of_cell() const {
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

void SheetReader::end_cell(SheetRow& row) {
  if (++cells_ > kMaxCells) {
    throw ReadFailure(ExtractProblem::Limit,
                      "The workbook has more than 5,000,000 cells. Split it into smaller files.");
  }
  const std::size_t column = column_++;
  if (value_.empty() || column >= kColumns) return;
  std::string text = clean_line(value_of_cell());
  if (text.empty()) return;
  row.text_only = row.text_only && (type_ == "s" || type_ == "inlineStr" || type_ == "str");
  row.cells.emplace_back(column, std::move(text));
}

std::optional<SheetRow> SheetReader::next() {
  SheetRow row;
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
        if (stream_.name() == "c" && in_row_) end_cell(row);
        if (stream_.name() != "row") break;
        in_row_ = false;
        if (!row.cells.empty()) return row;
        row = {};
    }
  }
}

// The first row of nothing but short texts that is at least as wide as most rows under it.
std::optional<std::size_t> find_header(const std::vector<SheetRow>& rows) {
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    if (!rows[i].text_only || rows[i].cells.size() < 3) continue;
    Row texts;
    for (const auto& [column, text] : rows[i].cells) texts.push_back(text);
    if (!header_like(texts)) continue;
    std::size_t wider = 0;
    const std::size_t below = rows.size() - i - 1;
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      if (rows[j].cells.size() > rows[i].cells.size()) ++wider;
    }
    if (wider * 2 <= below) return i;
  }
  return std::nullopt;
}

class SheetWriter {
 public:
  SheetWriter(std::string name, PageBuilder& builder) : name_(std::move(name)), builder_(builder) {}

  void set_header(const SheetRow& row) {
    for (const auto& [column, text] : row.cells) header_[column] = text;
  }

  void add(const SheetRow& row) {
    if (builder_.page_empty()) builder_.heading(1, name_);
    // Two columns without headings are names and values.
    const bool pair = header_.empty() && row.cells.size() == 2;
    std::vector<Cell> cells;
    if (pair) {
      cells.push_back({row.cells.front().second, row.cells.back().second});
    } else {
      // A lone text over the table, or in it, is a title.
      const bool title = row.cells.size() == 1 && header_.size() > 2;
      for (const auto& [column, text] : row.cells) {
        const auto header = header_.find(column);
        cells.push_back({title || header == header_.end() ? std::string() : header->second, text});
      }
    }
    builder_.table_row(cells);
  }

 private:
  std::string name_;
  PageBuilder& builder_;
  std::map<std::size_t, std::string> header_;
};

}  // namespace

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

void add_sheet(const std::string& xml, const std::string& name, const XlsxWorkbook& workbook,
               std::size_t& cells, PageBuilder& builder) {
  SheetReader reader(xml, workbook, cells);
  std::vector<SheetRow> first;
  while (first.size() < kRowsLookedAt) {
    auto row = reader.next();
    if (!row) break;
    first.push_back(std::move(*row));
  }
  SheetWriter writer(name, builder);
  const auto header = find_header(first);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (header && i == *header) {
      writer.set_header(first[i]);
    } else {
      writer.add(first[i]);
    }
  }
  while (const auto row = reader.next()) writer.add(*row);
}

}  // namespace assay::extract
