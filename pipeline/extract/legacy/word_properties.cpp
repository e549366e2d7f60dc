// SPDX-License-Identifier: Apache-2.0
// Knows how long each operand is: the operation says so. Reads the pages of runs, 512 bytes each.
// Resolves a paragraph's properties through its style and the styles that this is based on.
#include "pipeline/extract/legacy/word_properties.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "pipeline/extract/compound/little_endian.hpp"

namespace assay::extract {
namespace {

constexpr unsigned kTabStops = 0xC615;
constexpr unsigned kOldCells = 0xD606;

struct OperandPlace {
  std::size_t begin;
  std::size_t size;
};

// rest: what follows the operation; not empty.
std::optional<OperandPlace> operand_place(unsigned operation, std::string_view rest) {
  constexpr std::array<std::size_t, 8> kSizes{1, 1, 2, 4, 2, 2, 0, 3};
  if (const std::size_t size = kSizes.at(operation >> 13U)) return OperandPlace{0, size};
  if (operation == static_cast<unsigned>(Sprm::Cells) || operation == kOldCells) {
    if (rest.size() < 2 || le_u16(rest, 0) == 0) return std::nullopt;
    return OperandPlace{2, static_cast<std::size_t>(le_u16(rest, 0)) - 1};
  }
  const std::size_t size = le_u8(rest, 0);
  // A longer list of tab stops tells its length by what is in it.
  if (operation == kTabStops && size == 255) return std::nullopt;
  return OperandPlace{1, size};
}

constexpr std::size_t kPage = 512;
constexpr std::size_t kParagraphEntry = 13;

// A run's properties begin at twice that number in the page; 0 for none.
std::string_view character_properties(std::string_view page, std::size_t place) {
  return place == 0 ? std::string_view() : part_of(page, place * 2 + 1, le_u8(page, place * 2));
}

// With the style in the first two bytes.
std::string_view paragraph_properties(std::string_view page, std::size_t place) {
  if (place == 0) return {};
  const std::size_t words = le_u8(page, place * 2);
  if (words != 0) return part_of(page, place * 2 + 1, words * 2 - 1);
  return part_of(page, place * 2 + 2, std::size_t{2} * le_u8(page, place * 2 + 1));
}

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

std::optional<SprmList::Change> SprmList::next() {
  if (bytes_.size() < 3) return std::nullopt;
  const unsigned operation = le_u16(bytes_, 0);
  const std::string_view rest = bytes_.substr(2);
  const auto place = operand_place(operation, rest);
  if (!place || place->begin + place->size > rest.size()) {
    bytes_ = {};
    return std::nullopt;
  }
  bytes_ = rest.substr(place->begin + place->size);
  return Change{static_cast<Sprm>(operation), rest.substr(place->begin, place->size)};
}

WordRuns::WordRuns(const WordFile& file, Of of) {
  const std::string_view list =
      file.part(of == Of::Characters ? WordPart::CharacterRuns : WordPart::ParagraphRuns);
  if (list.size() < 4) return;
  // n + 1 offsets, then n numbers of pages.
  const std::size_t count = (list.size() - 4) / 8;
  if (count > file.document().size() / kPage + 1) {
    throw CompoundError("names more pages of properties than it has");
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t page = le_u32(list, (count + 1) * 4 + i * 4) & 0x3FFFFFU;
    add_page(part_of(file.document(), page * kPage, kPage), of);
  }
  std::ranges::stable_sort(runs_, {}, &Run::first);
}

void WordRuns::add_page(std::string_view page, Of of) {
  const std::size_t count = le_u8(page, kPage - 1);
  const std::size_t entry = of == Of::Characters ? 1 : kParagraphEntry;
  for (std::size_t i = 0; i < count; ++i) {
    Run run{le_u32(page, i * 4), le_u32(page, i * 4 + 4), 0, {}};
    const std::size_t place = le_u8(page, (count + 1) * 4 + i * entry);
    if (of == Of::Characters) {
      run.properties = character_properties(page, place);
    } else if (const std::string_view all = paragraph_properties(page, place); all.size() >= 2) {
      run.style = le_u16(all, 0);
      run.properties = all.substr(2);
    }
    if (run.first < run.last) runs_.push_back(run);
  }
}

const WordRuns::Run& WordRuns::at(std::uint32_t offset) const {
  static const Run none;
  const auto holds = [offset](const Run& run) { return run.first <= offset && offset < run.last; };
  if (last_found_ < runs_.size() && holds(runs_[last_found_])) return runs_[last_found_];
  auto found = std::ranges::upper_bound(runs_, offset, {}, &Run::first);
  if (found == runs_.begin()) return none;
  --found;
  if (!holds(*found)) return none;
  last_found_ = static_cast<std::size_t>(found - runs_.begin());
  return *found;
}

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
