// SPDX-License-Identifier: Apache-2.0
// Collects cells first, because merged cells are listed after them and some programs write rows in
// any order.
#include "pipeline/extract/legacy/xls_workbook.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/table/sheet_writer.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxXlsCells = 5'000'000;
constexpr std::size_t kXlsColumns = 256;

// A number in 30 bits: an integer or the upper half of a double, perhaps a hundredth of it.
double rk_number(std::uint32_t rk) {
  double value = 0;
  if ((rk & 2U) != 0) {
    value = static_cast<double>(static_cast<std::int32_t>(rk) >> 2);
  } else {
    const std::uint64_t bits = static_cast<std::uint64_t>(rk & ~3U) << 32U;
    std::memcpy(&value, &bits, sizeof(value));
  }
  return (rk & 1U) != 0 ? value / 100 : value;
}

const char* error_text(unsigned code) {
  switch (code) {
    case 0x00:
      return "#NULL!";
    case 0x07:
      return "#DIV/0!";
    case 0x0F:
      return "#VALUE!";
    case 0x17:
      return "#REF!";
    case 0x1D:
      return "#NAME?";
    case 0x24:
      return "#NUM!";
    default:
      return "#N/A";
  }
}

}  // namespace

XlsSheet::XlsSheet(std::string_view bytes, const XlsSheetPlace& place, const XlsWorkbook& workbook,
                   std::size_t& cells)
    : place_(place), workbook_(workbook), count_(cells) {
  BiffStream stream(bytes, place.at);
  int depth = 0;  // charts have records of their own inside
  while (auto record = stream.next()) {
    if (record->type == Biff::Bof) {
      ++depth;
    } else if (record->type == Biff::Eof) {
      if (--depth <= 0) break;
    } else if (depth == 0) {
      throw CompoundError("has no sheet where it names one");
    } else if (depth == 1) {
      take(*record);
    }
  }
}

void XlsSheet::take(const BiffRecord& record) {
  const std::string_view data = record.data;
  switch (record.type) {
    case Biff::Number:
      return add(record, Kind::Number, le_f64(data, 6));
    case Biff::Rk:
      return add(record, Kind::Number, rk_number(le_u32(data, 6)));
    case Biff::MulRk:
      return add_many(record);
    case Biff::LabelSst:
      return add(record, Kind::Shared, le_u32(data, 6));
    case Biff::Label:
    case Biff::RString:
      return add_text(record, workbook_.text(record, 6, 2));
    case Biff::BoolErr:
      return add(record, le_u8(data, 7) == 0 ? Kind::Bool : Kind::Error, le_u8(data, 6));
    case Biff::Formula:
      return add_formula(record);
    case Biff::String:
      return add_result_text(record);
    case Biff::RowRecord:
      if ((le_u16(data, 12) & 0x20U) != 0) hidden_rows_.insert(le_u16(data, 0));
      return;
    case Biff::ColInfo:
      return hide_columns(record);
    case Biff::MergedCells:
      return add_merged(record);
    default:
      return;
  }
}

void XlsSheet::add(const BiffRecord& record, Kind kind, double value) {
  add_at(le_u16(record.data, 0), le_u16(record.data, 2), le_u16(record.data, 4), kind, value);
}

void XlsSheet::add_at(std::uint16_t row, std::uint16_t column, std::uint16_t style, Kind kind,
                      double value) {
  if (++count_ > kMaxXlsCells) {
    throw ReadFailure(ExtractProblem::Limit,
                      "The workbook has more than 5,000,000 cells. Split it into smaller files.");
  }
  result_follows_ = false;
  if (column < kXlsColumns) cells_.push_back({row, column, style, kind, value});
}

void XlsSheet::add_text(const BiffRecord& record, std::string text) {
  texts_.push_back(std::move(text));
  add(record, Kind::Text, static_cast<double>(texts_.size() - 1));
}

// The result is a number, unless its last two bytes say that it is something else.
void XlsSheet::add_formula(const BiffRecord& record) {
  const std::string_view result = part_of(record.data, 6, 8);
  if (le_u16(result, 6) != 0xFFFF) return add(record, Kind::Number, le_f64(result, 0));
  switch (le_u8(result, 0)) {
    case 0:
      add_text(record, {});
      result_follows_ = true;
      return;
    case 1:
      return add(record, Kind::Bool, le_u8(result, 2));
    case 2:
      return add(record, Kind::Error, le_u8(result, 2));
    default:
      return;
  }
}

void XlsSheet::add_result_text(const BiffRecord& record) {
  if (!std::exchange(result_follows_, false)) return;
  texts_.back() = workbook_.text(record, 0, 2);
}

void XlsSheet::add_many(const BiffRecord& record) {
  const std::string_view data = record.data;
  std::uint16_t column = le_u16(data, 2);
  for (std::size_t at = 4; at + 6 + 2 <= data.size(); at += 6) {
    add_at(le_u16(data, 0), column++, le_u16(data, at), Kind::Number,
           rk_number(le_u32(data, at + 2)));
  }
}

void XlsSheet::hide_columns(const BiffRecord& record) {
  if ((le_u16(record.data, 8) & 1U) == 0) return;
  const std::size_t last = std::min<std::size_t>(le_u16(record.data, 2), kXlsColumns - 1);
  for (std::size_t column = le_u16(record.data, 0); column <= last; ++column) {
    if (hidden_columns_.size() <= column) hidden_columns_.resize(column + 1);
    hidden_columns_[column] = true;
  }
}

void XlsSheet::add_merged(const BiffRecord& record) {
  const std::string_view data = record.data;
  const std::size_t count = le_u16(data, 0);
  for (std::size_t i = 0, at = 2; i < count; ++i, at += 8) {
    const SheetArea area{le_u16(data, at) + std::size_t{1}, le_u16(data, at + 2) + std::size_t{1},
                         le_u16(data, at + 4), le_u16(data, at + 6)};
    const bool valid = area.first_row <= area.last_row && area.first_column <= area.last_column &&
                       area.last_column < kXlsColumns;
    if (valid) merged_.add(area);
  }
}

std::string XlsSheet::shown(const Cell& cell) const {
  const auto index = [&cell] { return static_cast<std::size_t>(cell.value); };
  switch (cell.kind) {
    case Kind::Number:
      return workbook_.shown(cell.value, cell.style);
    case Kind::Shared:
      return workbook_.shared_string(index());
    case Kind::Text:
      return texts_[index()];
    case Kind::Bool:
      return cell.value != 0 ? "TRUE" : "FALSE";
    case Kind::Error:
      return error_text(static_cast<unsigned>(cell.value));
  }
  return {};
}

void XlsSheet::write(PageBuilder& builder) {
  std::ranges::stable_sort(cells_, {},
                           [](const Cell& cell) { return std::pair(cell.row, cell.column); });
  std::vector<bool> rows(std::size_t{1} << 16U);
  for (const Cell& cell : cells_) {
    rows[cell.row] = true;
    merged_.use(cell.column);
  }
  const auto expected = static_cast<std::size_t>(std::ranges::count(rows, true));
  std::optional<SheetWriter> writer;
  for (std::size_t i = 0; i < cells_.size();) {
    const std::uint16_t number = cells_[i].row;
    TableRow row;
    row.hidden = hidden_rows_.contains(number);
    for (; i < cells_.size() && cells_[i].row == number; ++i) {
      // A cell that comes twice has its last value.
      const bool again = i + 1 < cells_.size() && cells_[i + 1].row == number &&
                         cells_[i + 1].column == cells_[i].column;
      std::string text = again ? std::string() : clean_line(shown(cells_[i]));
      if (!text.empty()) row.cells.push_back({cells_[i].column, std::move(text)});
    }
    if (row.cells.empty()) continue;
    if (!writer) {
      writer.emplace(
          SheetLayout{
              place_.name, place_.hidden, hidden_columns_, {}, std::move(merged_), expected},
          builder);
    }
    writer->add(number + std::size_t{1}, std::move(row));
  }
  if (writer) writer->finish();
}

}  // namespace assay::extract
