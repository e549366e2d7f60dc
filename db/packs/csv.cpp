// SPDX-License-Identifier: Apache-2.0
// Parses the records of a CSV text and their line numbers.
#include "db/packs/csv.hpp"

#include <algorithm>

#include "core/json/utf8.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kMaxCells = 200;

Error at_line(std::size_t line, std::string_view issue) {
  return invalid_field("line " + std::to_string(line), issue);
}

// Reads records one by one; keeps the first error.
class Records {
 public:
  Records(std::string_view text, std::size_t line, char separator)
      : text_(text), line_(line), separator_(separator) {}

  // Returns false at the end and on an error.
  bool next(TableRow& row) {
    if (at_ >= text_.size() || error_) return false;
    row = {line_, {}};
    for (;;) {
      row.cells.push_back(field());
      if (row.cells.size() > kMaxCells) complain("has more than 200 fields");
      if (error_) return false;
      if (at_ >= text_.size()) return true;
      if (text_[at_] == separator_) {
        ++at_;
        continue;
      }
      line_break();
      return true;
    }
  }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  void complain(std::string_view issue) {
    if (!error_) error_ = at_line(line_, issue);
  }

  void line_break() {
    const bool pair = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
    at_ += pair ? 2 : 1;
    ++line_;
  }

  [[nodiscard]] bool ends_field() const {
    return at_ >= text_.size() || text_[at_] == separator_ || text_[at_] == '\n' ||
           text_[at_] == '\r';
  }

  std::string field() {
    if (at_ < text_.size() && text_[at_] == '"') return quoted();
    const std::size_t start = at_;
    while (!ends_field()) {
      if (text_[at_] == '"') complain("has a quote inside a field that does not begin with one");
      ++at_;
    }
    return std::string(text_.substr(start, at_ - start));
  }

  std::string quoted() {
    const std::size_t begun = line_;
    std::string value;
    for (++at_; at_ < text_.size();) {
      const char c = text_[at_];
      if (c == '"' && at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        value.push_back('"');
        at_ += 2;
      } else if (c == '"') {
        ++at_;
        if (!ends_field()) complain("has text after a closing quote; double quotes inside fields");
        return value;
      } else if (c == '\n' || c == '\r') {
        line_break();
        value.push_back('\n');
      } else {
        value.push_back(c);
        ++at_;
      }
    }
    line_ = begun;
    complain("opens a quote that is never closed");
    return value;
  }

  std::string_view text_;
  std::size_t line_;
  char separator_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

// The text after a BOM and a line "sep=;", and what these two specify.
struct Start {
  std::string_view text;
  std::size_t line = 1;
  std::optional<char> separator;
};

Start start_of(std::string_view text) {
  Start start;
  if (text.starts_with(utf8::kByteOrderMark)) text.remove_prefix(utf8::kByteOrderMark.size());
  if (text.starts_with("sep=") && text.size() > 5 && (text[5] == '\n' || text[5] == '\r')) {
    start.separator = text[4];
    start.line = 2;
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  start.text = text;
  return start;
}

bool empty(const TableRow& row) {
  return std::all_of(row.cells.begin(), row.cells.end(), [](const std::string& cell) {
    return cell.find_first_not_of(" \t\r\n") == std::string::npos;
  });
}

// The first record with a value; uses the separator that splits it into more fields.
std::optional<TableRow> header_of(const Start& start, char& separator) {
  std::optional<TableRow> best;
  for (const char candidate : {',', ';'}) {
    if (start.separator && candidate != *start.separator) continue;
    Records records(start.text, start.line, candidate);
    TableRow row;
    while (records.next(row) && empty(row)) {
    }
    if (records.error() || empty(row)) continue;
    if (best && best->cells.size() >= row.cells.size()) continue;
    best = std::move(row);
    separator = candidate;
  }
  return best;
}

std::optional<Error> encoding_problem(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return invalid_field("file", "is UTF-16; save it as CSV in UTF-8");
  }
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    bool bad = false;
    const char32_t code = utf8::next(text, at, &bad);
    if (bad) return at_line(line, "is not UTF-8; save the file as CSV in UTF-8");
    if (code == U'\n' || (code == U'\r' && (at >= text.size() || text[at] != '\n'))) ++line;
  }
  return std::nullopt;
}

}  // namespace

bool begins_like_csv(std::string_view text) {
  constexpr std::size_t kEnough = 65'536;
  char separator = ',';
  const auto header = header_of(start_of(text.substr(0, kEnough)), separator);
  return header && names_a_column(*header);
}

Result<Table> read_csv(std::string_view text) {
  if (auto problem = encoding_problem(text)) return std::move(*problem);
  const Start start = start_of(text);
  if (start.separator && *start.separator != ',' && *start.separator != ';') {
    return at_line(1, "names another separator than comma or semicolon");
  }
  char separator = start.separator.value_or(',');
  static_cast<void>(header_of(start, separator));
  Records records(start.text, start.line, separator);
  Table table{"line ", {}, {}};
  TableRow row;
  while (records.next(row)) {
    if (empty(row)) continue;
    if (table.header.cells.empty()) {
      table.header = std::move(row);
    } else {
      if (table.rows.size() >= kMaxTableRows) {
        return at_line(row.number, "is beyond the 50,000 rows that a pack may have");
      }
      table.rows.push_back(std::move(row));
    }
  }
  if (records.error()) return *records.error();
  if (table.header.cells.empty()) return invalid_field("file", "is empty");
  return table;
}

}  // namespace assay::packs
