// SPDX-License-Identifier: Apache-2.0
// Reads CSV texts and Excel workbooks as tables of requirements. Maps headers to columns.
#include <algorithm>
#include <optional>
#include <string>

#include "core/base/csv_records.hpp"
#include "core/json/utf8.hpp"
#include "core/packs/requirement_table.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

constexpr std::size_t kMaxCells = 200;

Error at_line(std::size_t line, std::string_view issue) {
  return invalid_field("line " + std::to_string(line), issue);
}

// The next record; nullopt at the end and once there is a fault.
std::optional<TableRow> next_row(CsvRecords& records) {
  std::optional<CsvRecord> record = records.next();
  if (!record || records.fault()) return std::nullopt;
  return TableRow{record->line, std::move(record->fields)};
}

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
    CsvRecords records(start.text, candidate, start.line, kMaxCells);
    std::optional<TableRow> row = next_row(records);
    while (row && empty(*row)) row = next_row(records);
    if (!row || (best && best->cells.size() >= row->cells.size())) continue;
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

// Returns kColumnCount if there is none of that name.
std::size_t column_named(std::string_view cell) {
  const std::string wanted = ascii_lower(trimmed(cell));
  const auto* found =
      std::find_if(kColumnNames.begin(), kColumnNames.end(),
                   [&](std::string_view name) { return ascii_lower(name) == wanted; });
  return static_cast<std::size_t>(found - kColumnNames.begin());
}

bool names(const TableRow& row, Column column) {
  return std::any_of(row.cells.begin(), row.cells.end(),
                     [&](const std::string& cell) { return column_named(cell) == column; });
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
    return at_line(1, "names a separator other than comma or semicolon");
  }
  char separator = start.separator.value_or(',');
  static_cast<void>(header_of(start, separator));
  CsvRecords records(start.text, separator, start.line, kMaxCells);
  Table table{"line ", {}, {}};
  while (std::optional<TableRow> row = next_row(records)) {
    if (empty(*row)) continue;
    if (table.header.cells.empty()) {
      table.header = std::move(*row);
    } else {
      if (table.rows.size() >= kMaxTableRows) {
        return at_line(row->number, "is beyond the 50,000 rows that a pack may have");
      }
      table.rows.push_back(std::move(*row));
    }
  }
  if (records.fault()) return at_line(records.fault()->line, records.fault()->issue);
  if (table.header.cells.empty()) return invalid_field("file", "is empty");
  return table;
}

namespace {

constexpr std::size_t kRowsLookedAt = 20;

TableRow table_row(SheetRow& row) {
  TableRow cells{row.number, {}};
  for (SheetCell& cell : row.cells) {
    cells.cells.resize(cell.column);
    cells.cells.push_back(std::move(cell.text));
  }
  return cells;
}

// The index of the header row.
std::optional<std::size_t> header_of(const Sheet& sheet) {
  for (std::size_t i = 0; i < std::min(sheet.rows.size(), kRowsLookedAt); ++i) {
    SheetRow copy = sheet.rows[i];
    if (names_columns(table_row(copy))) return i;
  }
  return std::nullopt;
}

Error no_header(const std::vector<Sheet>& sheets) {
  std::string issue =
      "has no sheet with a header row that names the columns criterionTitle and title; its sheets "
      "are ";
  for (std::size_t i = 0; i < sheets.size() && i < kRowsLookedAt; ++i) {
    issue.append(i == 0 ? "" : ", ").append(sheets[i].name);
  }
  return invalid_field("file", issue);
}

}  // namespace

Result<Import> read_workbook(std::vector<Sheet> sheets) {
  std::optional<std::size_t> header;
  const auto chosen = std::find_if(sheets.begin(), sheets.end(), [&](const Sheet& sheet) {
    header = header_of(sheet);
    return header.has_value();
  });
  if (chosen == sheets.end()) return no_header(sheets);
  const std::string where = "sheet " + chosen->name;
  Table table{where + ", row ", table_row(chosen->rows[*header]), {}};
  for (std::size_t i = *header + 1; i < chosen->rows.size(); ++i) {
    table.rows.push_back(table_row(chosen->rows[i]));
  }
  Result<Import> import = read_table(table);
  if (!import) return import;
  for (std::size_t i = 0; i < *header; ++i) {
    import->report.skipped.push_back(
        {table.where + std::to_string(chosen->rows[i].number), "is above the header"});
  }
  for (const Sheet& sheet : sheets) {
    if (&sheet == &*chosen || sheet.rows.empty()) continue;
    import->report.skipped.push_back(
        {"sheet " + sheet.name, "only the first sheet with a header of requirements is read"});
  }
  return import;
}

Columns::Columns(const Table& table, FieldErrors& errors) : width_(table.header.cells.size()) {
  places_.fill(std::string::npos);
  const auto add_error = [&](const std::string& issue) {
    errors.add(table.where + std::to_string(table.header.number), issue);
  };
  for (std::size_t i = 0; i < width_; ++i) {
    const std::string_view name = trimmed(table.header.cells[i]);
    const std::size_t column = column_named(name);
    if (name.empty()) {
      unnamed_.push_back(i);
    } else if (column == kColumnCount) {
      add_error("column " + std::string(name) + " is not known");
    } else if (places_.at(column) != std::string::npos) {
      add_error("column " + std::string(name) + " appears twice");
    } else {
      places_.at(column) = i;
    }
  }
  for (const Column needed : {kCriterionTitle, kTitle}) {
    if (places_.at(needed) == std::string::npos) {
      add_error("lacks the column " + std::string(kColumnNames.at(needed)));
    }
  }
  for (std::size_t column = 0; column < kColumnCount; ++column) {
    used_.at(column) = std::any_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) {
      return !cell(row, static_cast<Column>(column)).empty();
    });
  }
}

std::string_view Columns::cell(const TableRow& row, Column column) const {
  const std::size_t place = places_.at(column);
  return place < row.cells.size() ? trimmed(row.cells[place]) : std::string_view();
}

std::size_t Columns::stray(const TableRow& row) const {
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const bool named =
        i < width_ && std::find(unnamed_.begin(), unnamed_.end(), i) == unnamed_.end();
    if (!named && !trimmed(row.cells[i]).empty()) return i + 1;
  }
  return 0;
}

bool names_columns(const TableRow& row) {
  return names(row, kTitle) && names(row, kCriterionTitle);
}

bool names_a_column(const TableRow& row) {
  return std::any_of(row.cells.begin(), row.cells.end(),
                     [](const std::string& cell) { return column_named(cell) < kColumnCount; });
}

}  // namespace assay::packs
