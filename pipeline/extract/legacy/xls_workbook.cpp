// SPDX-License-Identifier: Apache-2.0
// Reads the workbook's own records ([MS-XLS] 2.1.7.20.3), which come before those of the sheets.
#include "pipeline/extract/legacy/xls_workbook.hpp"

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/code_page.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/table/number_format.hpp"

namespace assay::extract {
namespace {

constexpr unsigned kExcel97 = 0x0600;
constexpr unsigned kExcel5 = 0x0500;
constexpr std::size_t kMaxSheets = 10'000;

}  // namespace

XlsWorkbook::XlsWorkbook(std::string_view bytes) {
  BiffStream stream(bytes, 0);
  const auto first = stream.next();
  if (!first || first->type != Biff::Bof) {
    refuse_version("a workbook of Excel 4.0 or older", "XLSX");
  }
  const unsigned version = le_u16(first->data, 0);
  if (version != kExcel97 && version != kExcel5) {
    refuse_version("a workbook of Excel 4.0 or older", "XLSX");
  }
  unicode_ = version == kExcel97;
  for (auto record = stream.next(); record && record->type != Biff::Eof; record = stream.next()) {
    take(*record);
  }
}

void XlsWorkbook::take(const BiffRecord& record) {
  switch (record.type) {
    case Biff::FilePass:
      refuse_protected("Excel workbook");
    case Biff::CodePage:
      code_page_ = le_u16(record.data, 0);
      break;
    case Biff::DateMode:
      from_1904_ = le_u16(record.data, 0) == 1;
      break;
    case Biff::OldFormat:
    case Biff::Format:
      formats_[le_u16(record.data, 0)] = text(record, 2, unicode_ ? 2 : 1);
      break;
    case Biff::Xf:
      styles_.push_back(le_u16(record.data, 2));
      break;
    case Biff::BoundSheet:
      add_sheet(record);
      break;
    case Biff::Sst:
      add_strings(record);
      break;
    default:
      break;
  }
}

void XlsWorkbook::add_sheet(const BiffRecord& record) {
  constexpr unsigned kWorksheet = 0;
  if (le_u8(record.data, 5) != kWorksheet || sheets_.size() >= kMaxSheets) return;
  const bool hidden = (le_u8(record.data, 4) & 3U) != 0;
  sheets_.push_back({text(record, 6, 1), le_u32(record.data, 0), hidden});
}

// The counts of the record are not trusted: there are as many strings as there is data for.
void XlsWorkbook::add_strings(const BiffRecord& record) {
  const std::uint32_t count = le_u32(record.data, 4);
  BiffCursor cursor(record, 8);
  while (strings_.size() < count && !cursor.at_end()) {
    const std::size_t length = cursor.word();
    strings_.push_back(cursor.text(length));
  }
}

const std::string& XlsWorkbook::shared_string(std::size_t index) const {
  static const std::string none;
  return index < strings_.size() ? strings_[index] : none;
}

std::string XlsWorkbook::shown(double value, std::size_t style) const {
  const std::uint16_t id = style < styles_.size() ? styles_[style] : 0;
  const auto own = formats_.find(id);
  return format_number(value, own != formats_.end() ? own->second : builtin_format(id), from_1904_);
}

std::string XlsWorkbook::text(const BiffRecord& record, std::size_t at,
                              std::size_t length_bytes) const {
  BiffCursor cursor(record, at);
  const std::size_t length = length_bytes == 1 ? cursor.byte() : cursor.word();
  if (length == 0) return {};
  return unicode_ ? cursor.text(length) : from_code_page(code_page_, cursor.bytes(length));
}

}  // namespace assay::extract
