// SPDX-License-Identifier: Apache-2.0
// Reads text records and the bullets of paragraphs.
#include "pipeline/extract/legacy/ppt_text.hpp"

#include <algorithm>
#include <array>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/code_page.hpp"
#include "pipeline/extract/legacy/ppt_records.hpp"
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

// Whether each character's paragraph has a bullet, as runs of characters.
std::vector<bool> bullets_of(std::string_view style, const PptText& text, std::size_t characters) {
  std::vector<bool> by_character;
  std::size_t at = 0;
  while (by_character.size() < characters && at + 10 <= style.size()) {
    const std::size_t count =
        std::min<std::size_t>(le_u32(style, at), characters - by_character.size());
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
        texts.back().bullets = by_paragraph(
            units, width, bullets_of(record->data, texts.back(), units.size() / width));
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
