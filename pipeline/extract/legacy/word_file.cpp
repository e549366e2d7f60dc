// SPDX-License-Identifier: Apache-2.0
// Reads the file information block.
#include "pipeline/extract/legacy/word_file.hpp"

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

}  // namespace assay::extract
