// SPDX-License-Identifier: Apache-2.0
// Reads XLS: walks through records and continued texts, reads the workbook's own records ([MS-XLS]
// 2.1.7.20.3), which come before those of the sheets; then each worksheet becomes a page.
#include "pipeline/extract/legacy/xls_workbook.hpp"

#include <algorithm>
#include <string>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/table/number_format.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kBiffHeader = 4;
constexpr unsigned kWideCharacters = 0x01;
constexpr unsigned kHasPhonetic = 0x04;
constexpr unsigned kHasRuns = 0x08;

constexpr unsigned kExcel97 = 0x0600;
constexpr unsigned kExcel5 = 0x0500;
constexpr std::size_t kMaxSheets = 10'000;

}  // namespace

BiffStream::BiffStream(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {
  static_cast<void>(part_of(bytes, at, kBiffHeader));
}

std::optional<Biff> BiffStream::type_ahead() const {
  if (bytes_.size() - at_ < kBiffHeader) return std::nullopt;
  return static_cast<Biff>(le_u16(bytes_, at_));
}

std::string_view BiffStream::take() {
  const std::string_view data = part_of(bytes_, at_ + kBiffHeader, le_u16(bytes_, at_ + 2));
  at_ += kBiffHeader + data.size();
  return data;
}

std::optional<BiffRecord> BiffStream::next() {
  const auto type = type_ahead();
  if (!type) return std::nullopt;
  BiffRecord record{*type, take(), {}};
  while (type_ahead() == Biff::Continue) record.more.push_back(take());
  return record;
}

BiffCursor::BiffCursor(const BiffRecord& record, std::size_t at) : at_(at) {
  static_cast<void>(part_of(record.data, at, 0));
  parts_.push_back(record.data);
  parts_.insert(parts_.end(), record.more.begin(), record.more.end());
}

bool BiffCursor::at_end() {
  while (part_ < parts_.size() && at_ == parts_[part_].size()) {
    ++part_;
    at_ = 0;
  }
  return part_ == parts_.size();
}

std::uint8_t BiffCursor::byte() {
  if (at_end()) throw CompoundError("ends inside a text");
  return le_u8(parts_[part_], at_++);
}

std::uint16_t BiffCursor::word() {
  const unsigned low = byte();
  return static_cast<std::uint16_t>(low | (static_cast<unsigned>(byte()) << 8U));
}

std::uint32_t BiffCursor::dword() {
  const std::uint32_t low = word();
  return low | (static_cast<std::uint32_t>(word()) << 16U);
}

void BiffCursor::skip(std::size_t count) {
  while (count > 0) {
    if (at_end()) throw CompoundError("ends inside a text");
    const std::size_t step = std::min(count, parts_[part_].size() - at_);
    at_ += step;
    count -= step;
  }
}

// A text that a record cuts has its flags again at the start of the next: the rest may be stored in
// the other width.
std::string BiffCursor::characters(std::size_t length, bool wide) {
  std::string units;  // UTF-16, so that no pair is cut
  while (length > 0) {
    if (part_ < parts_.size() && at_ == parts_[part_].size()) {
      if (at_end()) throw CompoundError("ends inside a text");
      wide = (byte() & kWideCharacters) != 0;
      if (at_end()) throw CompoundError("ends inside a text");
    }
    if (part_ == parts_.size()) throw CompoundError("ends inside a text");
    const std::size_t width = wide ? 2 : 1;
    const std::size_t count = std::min(length, (parts_[part_].size() - at_) / width);
    if (count == 0) throw CompoundError("cuts a character in two");
    const std::string_view taken = parts_[part_].substr(at_, count * width);
    if (wide) {
      units += taken;
    } else {
      for (const char c : taken) (units += c) += '\0';
    }
    at_ += taken.size();
    length -= count;
  }
  return from_utf16le(units);
}

std::string BiffCursor::text(std::size_t length) {
  const unsigned flags = byte();
  const std::size_t runs = (flags & kHasRuns) != 0 ? word() : 0;
  const std::size_t phonetic = (flags & kHasPhonetic) != 0 ? dword() : 0;
  std::string out = characters(length, (flags & kWideCharacters) != 0);
  skip(runs * 4);
  skip(phonetic);
  return out;
}

std::string BiffCursor::bytes(std::size_t length) {
  std::string out;
  for (; length > 0; --length) out += static_cast<char>(byte());
  return out;
}

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

void read_xls(std::string_view bytes, PageBuilder& builder) {
  read_compound(bytes, "Excel workbook", [&builder](const CompoundFolder& root) {
    // A file for both Excel 95 and 97 has both.
    const std::string stream = root.stream(root.has("Workbook") ? "Workbook" : "Book");
    const XlsWorkbook workbook(stream);
    std::size_t cells = 0;
    for (const XlsSheetPlace& place : workbook.sheets()) {
      XlsSheet(stream, place, workbook, cells).write(builder);
      builder.end_page();
    }
  });
}

}  // namespace assay::extract
