// SPDX-License-Identifier: Apache-2.0
// Resolves a paragraph's properties through its style and the styles that this is based on.
#include "pipeline/extract/legacy/word_styles.hpp"

#include <algorithm>

#include "pipeline/extract/compound/little_endian.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kLongestBaseChain = 20;  // styles may be based on each other in a cycle
constexpr unsigned kTitle = 62;
constexpr unsigned kSubtitle = 74;
constexpr unsigned kParagraphKind = 1;
constexpr unsigned kRunningText = 9;

int built_in_heading(unsigned number) {
  if (number >= 1 && number <= 9) return static_cast<int>(number);
  if (number == kTitle) return 1;
  return number == kSubtitle ? 2 : 0;
}

bool switched_on(std::string_view operand) {
  return le_u8(operand, 0) != 0;
}

}  // namespace

WordStyles::WordStyles(const WordFile& file) : data_(file.data()) {
  const std::string_view sheet = file.part(WordPart::Styles);
  if (sheet.empty()) return;
  const std::size_t header = le_u16(sheet, 0);
  const std::size_t count = le_u16(sheet, 2);
  const std::size_t base_size = le_u16(sheet, 4);
  std::size_t at = 2 + header;
  for (std::size_t i = 0; i < count && at + 2 <= sheet.size(); ++i) {
    const std::size_t size = le_u16(sheet, at);
    styles_.push_back(read_style(part_of(sheet, at + 2, size), base_size));
    at += 2 + size + size % 2;
  }
}

WordStyles::Style WordStyles::read_style(std::string_view bytes, std::size_t base_size) {
  Style style;
  if (bytes.size() < 10) return style;  // an unused place
  style.heading = built_in_heading(le_u16(bytes, 0) & 0x0FFFU);
  style.base = static_cast<std::uint16_t>(le_u16(bytes, 2) >> 4U);
  if ((le_u16(bytes, 2) & 0x000FU) != kParagraphKind) return style;
  // The name with its length and a closing zero, then the properties at an even place.
  const std::size_t name = base_size;
  std::size_t at = name + 2 + std::size_t{le_u16(bytes, name)} * 2 + 2;
  at += at % 2;
  const std::size_t size = le_u16(bytes, at);
  if (size > 2) style.properties = part_of(bytes, at + 4, size - 2);
  return style;
}

void WordStyles::apply_style(std::uint16_t style, WordParagraph& paragraph) const {
  std::vector<std::uint16_t> chain;
  while (style < styles_.size() && chain.size() < kLongestBaseChain) {
    chain.push_back(style);
    style = styles_[style].base;
  }
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    const Style& applied = styles_[*at];
    if (applied.heading > 0) paragraph.heading = applied.heading;
    apply(applied.properties, paragraph);
  }
}

void WordStyles::apply(std::string_view properties, WordParagraph& paragraph) const {
  SprmList list(properties);
  while (const auto change = list.next()) {
    const std::string_view operand = change->operand;
    switch (change->sprm) {
      case Sprm::InTable:
        paragraph.in_table = switched_on(operand);
        break;
      case Sprm::RowEnd:
        paragraph.row_end = switched_on(operand);
        break;
      case Sprm::TableDepth:
        paragraph.depth = std::clamp(le_i32(operand, 0), 0, 100);
        break;
      case Sprm::ListLevel:
        paragraph.list_level = le_u8(operand, 0);
        break;
      case Sprm::List:
        paragraph.list = le_u16(operand, 0);
        break;
      case Sprm::Outline:
        paragraph.heading = le_u8(operand, 0) < kRunningText ? le_u8(operand, 0) + 1 : 0;
        break;
      case Sprm::HeaderRow:
        paragraph.header_row = switched_on(operand);
        break;
      case Sprm::Cells:
        paragraph.cells = operand;
        break;
      case Sprm::VerticalMerge:
        paragraph.merges.push_back(operand);
        break;
      case Sprm::LongProperties:
      case Sprm::LongPropertiesOld:
        apply_long(operand, paragraph);
        break;
      default:
        break;
    }
  }
}

void WordStyles::apply_long(std::string_view operand, WordParagraph& paragraph) const {
  const std::size_t at = le_u32(operand, 0);
  if (at >= data_.size()) return;
  const std::string_view properties = part_of(data_, at + 2, le_u16(data_, at));
  // Once: properties elsewhere that lead elsewhere again could go round for ever.
  SprmList list(properties);
  while (const auto change = list.next()) {
    if (change->sprm == Sprm::LongProperties || change->sprm == Sprm::LongPropertiesOld) return;
  }
  apply(properties, paragraph);
}

WordParagraph WordStyles::paragraph(const WordRuns::Run& run, std::string_view piece) const {
  WordParagraph paragraph;
  apply_style(run.style, paragraph);
  apply(run.properties, paragraph);
  apply(piece, paragraph);
  return paragraph;
}

}  // namespace assay::extract
