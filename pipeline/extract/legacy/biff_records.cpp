// SPDX-License-Identifier: Apache-2.0
// Walks through records and continued texts.
#include "pipeline/extract/legacy/biff_records.hpp"

#include <algorithm>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/code_page.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kBiffHeader = 4;
constexpr unsigned kWideCharacters = 0x01;
constexpr unsigned kHasPhonetic = 0x04;
constexpr unsigned kHasRuns = 0x08;

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

}  // namespace assay::extract
