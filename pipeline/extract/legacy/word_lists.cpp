// SPDX-License-Identifier: Apache-2.0
// Reads lists, counts their paragraphs and writes the numbers.
#include "pipeline/extract/legacy/word_lists.hpp"

#include <algorithm>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/page/line_shapes.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kSchemeSize = 28;
constexpr std::size_t kLevelSize = 28;
constexpr std::size_t kUseSize = 16;
constexpr unsigned kOneLevel = 0x01;
constexpr unsigned kBullets = 23;
constexpr unsigned kNoNumber = 0xFF;
constexpr std::size_t kMaxLists = 10'000;

std::string_view word_number_format(unsigned format) {
  switch (format) {
    case 1:
      return "upperRoman";
    case 2:
      return "lowerRoman";
    case 3:
      return "upperLetter";
    case 4:
      return "lowerLetter";
    case 22:
      return "decimalZero";
    default:
      return "decimal";
  }
}

}  // namespace

WordLists::WordLists(const WordFile& file) {
  const std::string_view schemes = file.from_part(WordPart::Lists);
  const std::string_view uses = file.part(WordPart::ListOverrides);
  if (schemes.empty() || uses.empty()) return;
  try {
    read_schemes(schemes);
    read_uses(uses);
  } catch (const CompoundError&) {
    // The text is whole without its numbers; wrong numbers would be worse.
    schemes_.clear();
    uses_.clear();
  }
}

WordLists::Level WordLists::read_level(std::string_view bytes, std::size_t& at) {
  Level level{le_i32(bytes, at), le_u8(bytes, at + 4), {}};
  const std::size_t properties =
      std::size_t{le_u8(bytes, at + 24)} + std::size_t{le_u8(bytes, at + 25)};
  at += kLevelSize + properties;
  const std::size_t length = le_u16(bytes, at);
  level.text = part_of(bytes, at + 2, length * 2);
  at += 2 + length * 2;
  return level;
}

// All schemes come first, then the levels of each.
void WordLists::read_schemes(std::string_view bytes) {
  const std::size_t count = std::min<std::size_t>(le_u16(bytes, 0), kMaxLists);
  std::size_t at = 2 + count * kSchemeSize;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t scheme = 2 + i * kSchemeSize;
    const std::size_t levels = (le_u8(bytes, scheme + 26) & kOneLevel) != 0 ? 1 : kLevels;
    Scheme& read = schemes_[le_i32(bytes, scheme)];
    read.levels.clear();
    for (std::size_t level = 0; level < levels; ++level) {
      read.levels.push_back(read_level(bytes, at));
    }
  }
}

void WordLists::read_uses(std::string_view bytes) {
  const std::size_t count = std::min<std::size_t>(le_u32(bytes, 0), kMaxLists);
  std::size_t at = 4 + count * kUseSize;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t use = 4 + i * kUseSize;
    uses_.push_back({le_i32(bytes, use), {}});
    const std::size_t overrides = le_u8(bytes, use + 12);
    if (overrides == 0 && at + 4 > bytes.size()) continue;
    at += 4;
    for (std::size_t j = 0; j < overrides; ++j) {
      const std::uint32_t flags = le_u32(bytes, at + 4);
      const std::size_t level = flags & 0x0FU;
      if ((flags & 0x10U) != 0) uses_.back().starts[level] = le_i32(bytes, at);
      at += 8;
      if ((flags & 0x20U) != 0) {
        const Level own = read_level(bytes, at);
        if ((flags & 0x10U) != 0) uses_.back().starts[level] = own.start;
      }
    }
  }
}

bool WordLists::is_list(std::uint16_t list) const {
  return list > 0 && list <= uses_.size() && schemes_.contains(uses_[list - 1U].scheme);
}

std::string WordLists::label(std::uint16_t list, std::uint8_t level_index) {
  if (!is_list(list)) return {};
  Use& use = uses_[list - 1U];
  Scheme& scheme = schemes_.at(use.scheme);
  const std::size_t at = level_index;
  if (at >= scheme.levels.size()) return "- ";
  const Level& level = scheme.levels[at];
  const auto start = use.starts.find(at);
  if (start != use.starts.end()) {
    scheme.counters.at(at) = start->second;
    use.starts.erase(start);
  } else {
    scheme.counters.at(at) = scheme.begun.at(at) ? scheme.counters.at(at) + 1 : level.start;
  }
  scheme.begun.at(at) = true;
  std::fill(scheme.begun.begin() + static_cast<std::ptrdiff_t>(at) + 1, scheme.begun.end(), false);
  if (level.format == kBullets) return "- ";
  if (level.format == kNoNumber) return {};
  std::string label;
  for (std::size_t i = 0; i + 1 < level.text.size(); i += 2) {
    const std::size_t other = le_u16(level.text, i);
    if (other >= scheme.levels.size()) {
      label += from_utf16le(std::string_view(level.text).substr(i, 2));
      continue;
    }
    const Level& shown = scheme.levels[other];
    const int value = scheme.begun.at(other) ? scheme.counters.at(other) : shown.start;
    label += list_number(value, word_number_format(shown.format));
  }
  return label.empty() ? label : label + " ";
}

}  // namespace assay::extract
