// SPDX-License-Identifier: Apache-2.0
// Reads text records, the bullets of their paragraphs, and whether they are in bold type.
#include "pipeline/extract/legacy/ppt_records.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

// Fields of a paragraph's properties in their order, with the bits that say that they are there.
struct StyleField {
  std::uint32_t bits;
  std::size_t size;
};
constexpr std::uint32_t kBulletBits = 0x0000000F;
constexpr std::uint32_t kHasBullet = 0x00000001;
constexpr std::uint32_t kTabStopBits = 0x00100000;
constexpr std::array kStyleFields{
    StyleField{0x00000080, 2}, StyleField{0x00000010, 2}, StyleField{0x00000040, 2},
    StyleField{0x00000020, 4}, StyleField{0x00000800, 2}, StyleField{0x00001000, 2},
    StyleField{0x00002000, 2}, StyleField{0x00004000, 2}, StyleField{0x00000100, 2},
    StyleField{0x00000400, 2}, StyleField{0x00008000, 2}, StyleField{kTabStopBits, 0},
    StyleField{0x00010000, 2}, StyleField{0x000E0000, 2}, StyleField{0x00200000, 2},
};

bool bullets_by_default(PptTextKind kind) {
  return kind == PptTextKind::Body || kind == PptTextKind::HalfBody ||
         kind == PptTextKind::QuarterBody;
}

// Whether each character's paragraph has a bullet. Moves at behind the runs of paragraphs, which
// count one character more than the text has.
std::vector<bool> bullets_of(std::string_view style, const PptText& text, std::size_t characters,
                             std::size_t& at) {
  std::vector<bool> by_character;
  while (by_character.size() <= characters && at + 10 <= style.size()) {
    const std::size_t count =
        std::min<std::size_t>(le_u32(style, at), characters + 1 - by_character.size());
    const std::uint32_t mask = le_u32(style, at + 6);
    at += 10;
    bool bullet = bullets_by_default(text.kind);
    if ((mask & kBulletBits) != 0) {
      if ((mask & kHasBullet) != 0) bullet = (le_u16(style, at) & kHasBullet) != 0;
      at += 2;
    }
    for (const StyleField& field : kStyleFields) {
      if ((mask & field.bits) == 0) continue;
      at += field.bits == kTabStopBits ? 2 + std::size_t{le_u16(style, at)} * 4 : field.size;
    }
    by_character.resize(by_character.size() + count, bullet);
    if (count == 0) break;
  }
  return by_character;
}

// at: where the runs of characters begin.
bool all_bold(std::string_view style, std::size_t at, std::size_t characters) {
  constexpr std::uint32_t kBold = 1;
  constexpr std::uint32_t kAnyStyle = 0x3FFF;
  constexpr std::array kFields{
      StyleField{0x00010000, 2}, StyleField{0x00200000, 2}, StyleField{0x00400000, 2},
      StyleField{0x00800000, 2}, StyleField{0x00020000, 2}, StyleField{0x00040000, 4},
      StyleField{0x00080000, 2},
  };
  std::size_t done = 0;
  while (done < characters && at + 10 <= style.size()) {
    const std::size_t count = le_u32(style, at);
    const std::uint32_t mask = le_u32(style, at + 4);
    if (count == 0 || (mask & kBold) == 0 || (le_u16(style, at + 8) & kBold) == 0) return false;
    done += std::min(count, characters);
    at += (mask & kAnyStyle) != 0 ? 10 : 8;
    for (const StyleField& field : kFields) {
      if ((mask & field.bits) != 0) at += field.size;
    }
  }
  return characters > 0 && done >= characters;
}

// By paragraph: units is the text before its conversion, width the bytes of a character.
std::vector<bool> by_paragraph(std::string_view units, std::size_t width,
                               const std::vector<bool>& by_character) {
  std::vector<bool> bullets;
  bool begins = true;
  for (std::size_t i = 0; i * width < units.size() && i < by_character.size(); ++i) {
    if (begins) bullets.push_back(by_character[i]);
    begins = units[i * width] == '\r' && (width == 1 || units[i * width + 1] == '\0');
  }
  return bullets;
}

void style_text(std::string_view style, std::string_view units, std::size_t width, PptText& text) {
  const std::size_t characters = units.size() / width;
  std::size_t at = 0;
  text.bullets = by_paragraph(units, width, bullets_of(style, text, characters, at));
  text.bold = all_bold(style, at, characters);
}

}  // namespace

std::vector<PptText> ppt_texts(std::string_view records, const std::vector<PptText>& outline) {
  std::vector<PptText> texts;
  PptTextKind kind = PptTextKind::Other;
  std::string_view units;
  std::size_t width = 1;
  PptRecords list(records);
  while (const auto record = list.next()) {
    switch (record->type) {
      case Ppt::TextHeader:
        kind = static_cast<PptTextKind>(le_u32(record->data, 0) & 0xFFU);
        texts.push_back({kind, {}, {}});
        break;
      case Ppt::TextUnits:
      case Ppt::TextBytes:
        width = record->type == Ppt::TextUnits ? 2 : 1;
        units = record->data.substr(0, record->data.size() / width * width);
        if (texts.empty()) texts.push_back({kind, {}, {}});
        texts.back().text = width == 2 ? from_utf16le(units) : from_compressed(units);
        break;
      case Ppt::TextStyle:
        if (texts.empty()) break;
        style_text(record->data, units, width, texts.back());
        break;
      case Ppt::OutlineText:
        if (le_u32(record->data, 0) < outline.size())
          texts.push_back(outline[le_u32(record->data, 0)]);
        break;
      default:
        break;
    }
  }
  return texts;
}

std::string plain_ppt_text(const PptText& text) {
  std::string plain = text.text;
  std::ranges::replace(plain, '\r', '\n');
  std::ranges::replace(plain, '\v', '\n');
  return plain;
}

void add_ppt_text(const PptText& text, PageBuilder& builder) {
  const std::string plain = text.text;
  std::size_t paragraph = 0;
  for (std::size_t at = 0; at <= plain.size(); ++paragraph) {
    const std::size_t end = std::min(plain.find('\r', at), plain.size());
    std::string part = plain.substr(at, end - at);
    at = end + 1;
    std::ranges::replace(part, '\v', '\n');
    if (clean_line(part).empty()) continue;
    const bool bullet =
        paragraph < text.bullets.size() ? text.bullets[paragraph] : bullets_by_default(text.kind);
    if (bullet) {
      builder.list_item("- " + part);
    } else {
      builder.paragraph(part);
    }
  }
}

}  // namespace assay::extract
