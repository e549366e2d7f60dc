// SPDX-License-Identifier: Apache-2.0
// Reads the file information block and the list of pieces.
#include "pipeline/extract/legacy/word_file.hpp"

#include <algorithm>
#include <array>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"

namespace assay::extract {
namespace {

constexpr unsigned kWord97Mark = 0xA5EC;
constexpr unsigned kWord6Mark = 0xA5DC;
constexpr unsigned kFirstWord97 = 0x00C1;
constexpr unsigned kFirstWord6 = 0x0065;
constexpr unsigned kComplex = 0x0004;
constexpr unsigned kEncryptedFlag = 0x0100;
constexpr unsigned kSecondTable = 0x0200;
constexpr std::size_t kWord97Lengths = 0x4C;
constexpr std::size_t kWord6Lengths = 0x34;
constexpr std::size_t kPartCount = 0x98;
constexpr std::size_t kPartList = 0x9A;
constexpr std::size_t kWord6Pieces = 0x160;

constexpr unsigned kChangesMark = 0x01;
constexpr unsigned kPiecesMark = 0x02;
constexpr std::uint32_t kOneByteEach = 0x40000000U;
constexpr unsigned kLongChanges = 0x0001;

// Windows-1252's characters in 0x80..0x9F; 0 where it has none.
constexpr std::array<char16_t, 32> kWindows1252{
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

}  // namespace

WordFile::WordFile(const CompoundFolder& root) : document_(root.stream("WordDocument")) {
  const unsigned mark = le_u16(document_, 0);
  const unsigned version = le_u16(document_, 2);
  const unsigned flags = le_u16(document_, 10);
  word6_ = version < kFirstWord97;
  if ((mark != kWord97Mark && mark != kWord6Mark) || version < kFirstWord6) {
    refuse_version("a document of Word 2.0 or older", "DOCX");
  }
  if ((flags & kEncryptedFlag) != 0) refuse_protected("Word document");
  if (!word6_) {
    table_ = root.stream((flags & kSecondTable) != 0 ? "1Table" : "0Table");
    if (root.has("Data")) data_ = root.stream("Data");
  }
  const std::size_t lengths = word6_ ? kWord6Lengths : kWord97Lengths;
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    lengths_.at(i) = le_u32(document_, lengths + i * 4);
    // Text has at least one byte a character. This also keeps sums small.
    if (lengths_.at(i) > document_.size()) throw CompoundError("names more text than it has");
  }
}

WordFile::Place WordFile::place_of(WordPart part) const {
  const auto index = static_cast<std::size_t>(part);
  if (word6_ || index >= le_u16(document_, kPartCount)) return {};
  const std::size_t entry = kPartList + index * 8;
  return {le_u32(document_, entry), le_u32(document_, entry + 4)};
}

std::string_view WordFile::part(WordPart part) const {
  const Place place = place_of(part);
  return place.size == 0 ? std::string_view() : part_of(table_, place.at, place.size);
}

std::string_view WordFile::from_part(WordPart part) const {
  const Place place = place_of(part);
  if (place.size == 0) return {};
  static_cast<void>(part_of(table_, place.at, place.size));
  return std::string_view(table_).substr(place.at);
}

WordRange WordFile::range(WordStory story) const {
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(story); ++i) first += lengths_.at(i);
  return {first, first + lengths_.at(static_cast<std::size_t>(story))};
}

std::uint32_t WordFile::text_start() const {
  return le_u32(document_, 0x18);
}

std::string_view WordFile::word6_pieces() const {
  if ((le_u16(document_, 10) & kComplex) == 0) return {};
  return part_of(document_, le_u32(document_, kWord6Pieces), le_u32(document_, kWord6Pieces + 4));
}

WordPieces::WordPieces(const WordFile& file) : document_(file.document()) {
  const std::string_view list = file.word6() ? file.word6_pieces() : file.part(WordPart::Pieces);
  if (!list.empty()) {
    read_list(file, list);
  } else if (file.word6()) {
    add({0, file.range(WordStory::HeaderTextBoxes).last, file.text_start(), false, {}});
  } else {
    throw CompoundError("has no list of its pieces of text");
  }
}

void WordPieces::read_list(const WordFile& file, std::string_view bytes) {
  std::size_t at = 0;
  while (le_u8(bytes, at) == kChangesMark) {
    const std::size_t size = le_u16(bytes, at + 1);
    changes_.push_back(part_of(bytes, at + 3, size));
    at += 3 + size;
  }
  if (le_u8(bytes, at) != kPiecesMark) throw CompoundError("has a damaged list of pieces of text");
  const std::string_view list = part_of(bytes, at + 5, le_u32(bytes, at + 1));
  // n + 1 positions, then n descriptions.
  const std::size_t count = list.size() < 4 ? 0 : (list.size() - 4) / 12;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t description = (count + 1) * 4 + i * 8;
    const std::uint32_t offset = le_u32(list, description + 2);
    const unsigned change = le_u16(list, description + 6);
    Piece piece{le_u32(list, i * 4), le_u32(list, i * 4 + 4), offset, true, {}};
    if (file.word6()) {
      piece.wide = false;
    } else if ((offset & kOneByteEach) != 0) {
      piece.wide = false;
      piece.offset = (offset & ~kOneByteEach) / 2;
    }
    const bool listed = (change & kLongChanges) != 0 && (change >> 1U) < changes_.size();
    if (listed) piece.changes = changes_[change >> 1U];
    add(piece);
  }
}

void WordPieces::add(Piece piece) {
  const std::uint32_t end = pieces_.empty() ? 0 : pieces_.back().last;
  if (piece.last < piece.first || piece.first < end) {
    throw CompoundError("has pieces of text that run backwards");
  }
  const std::size_t length = piece.last - piece.first;
  characters_ += length;
  if (characters_ > document_.size()) throw CompoundError("names more text than it has");
  static_cast<void>(part_of(document_, piece.offset, length * (piece.wide ? 2 : 1)));
  pieces_.push_back(piece);
}

WordPieces::Character WordPieces::character(const Piece& piece, std::uint32_t at) const {
  const std::uint32_t offset = piece.offset + (at - piece.first) * (piece.wide ? 2U : 1U);
  if (piece.wide) return {le_u16(document_, offset), offset, piece.changes};
  const char32_t byte = le_u8(document_, offset);
  if (byte < 0x80 || byte > 0x9F) return {byte, offset, piece.changes};
  const char32_t mapped = kWindows1252.at(byte - 0x80);
  return {mapped == 0 ? byte : mapped, offset, piece.changes};
}

}  // namespace assay::extract
