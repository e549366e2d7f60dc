// SPDX-License-Identifier: Apache-2.0
// Reads text records and the bullets of paragraphs. Walks through groups of shapes; a table is a
// group whose shapes are its cells and lines.
#include "pipeline/extract/legacy/ppt_records.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/table/table_rows.hpp"

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

constexpr int kDeepestGroup = 50;
constexpr unsigned kTableProperties = 0x039F;
constexpr std::size_t kPropertySize = 6;

PptShape read_shape(std::string_view records, const std::vector<PptText>& outline) {
  PptShape shape;
  PptRecords list(records);
  while (const auto record = list.next()) {
    if (record->type == Ppt::ShapeText) {
      shape.texts = ppt_texts(record->data, outline);
    } else if (record->type == Ppt::ShapeData) {
      const auto placeholder = ppt_child(record->data, Ppt::Placeholder);
      if (placeholder) shape.placeholder = le_u8(placeholder->data, 4);
    } else if (record->type == Ppt::Anchor) {
      for (std::size_t i = 0; i < 4; ++i) shape.place.at(i) = le_i32(record->data, i * 4);
    }
  }
  return shape;
}

// The first shape of a group describes the group.
bool is_table(std::string_view group) {
  const auto first = ppt_child(group, Ppt::Shape);
  const auto more = first ? ppt_child(first->data, Ppt::ShapeMore) : std::nullopt;
  for (std::size_t i = 0; more && i < more->instance; ++i) {
    if ((i + 1) * kPropertySize > more->data.size()) return false;
    if ((le_u16(more->data, i * kPropertySize) & 0x3FFFU) == kTableProperties) return true;
  }
  return false;
}

void collect(std::string_view group, const std::vector<PptText>& outline, int depth,
             std::vector<PptShapes>& found) {
  if (depth > kDeepestGroup) throw CompoundError("has groups in groups without end");
  PptShapes table{{}, is_table(group)};
  PptRecords list(group);
  while (const auto record = list.next()) {
    if (record->type == Ppt::Group) {
      collect(record->data, outline, depth + 1, found);
    } else if (record->type == Ppt::Shape) {
      PptShape shape = read_shape(record->data, outline);
      if (shape.texts.empty()) continue;
      if (table.table) {
        table.shapes.push_back(std::move(shape));
      } else {
        found.push_back({{std::move(shape)}, false});
      }
    }
  }
  if (!table.shapes.empty()) found.push_back(std::move(table));
}

using Edges = std::set<std::int32_t>;

// How many of the edges lie from one place up to another.
std::size_t between(const Edges& edges, std::int32_t from, std::int32_t to) {
  return static_cast<std::size_t>(std::ranges::count_if(
      edges, [from, to](std::int32_t edge) { return edge >= from && edge < to; }));
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

std::vector<PptShapes> ppt_shapes(std::string_view slide, const std::vector<PptText>& outline) {
  std::vector<PptShapes> found;
  const auto drawing = ppt_child(slide, Ppt::Drawing);
  const auto content = drawing ? ppt_child(drawing->data, Ppt::DrawingContent) : std::nullopt;
  const auto group = content ? ppt_child(content->data, Ppt::Group) : std::nullopt;
  if (group) collect(group->data, outline, 0, found);
  return found;
}

void add_ppt_table(const PptShapes& table, PageBuilder& builder) {
  std::vector<const PptShape*> cells;
  Edges columns;
  Edges rows;
  for (const PptShape& cell : table.shapes) {
    cells.push_back(&cell);
    columns.insert(cell.place[0]);
    rows.insert(cell.place[1]);
  }
  std::ranges::stable_sort(
      cells, {}, [](const PptShape* cell) { return std::pair(cell->place[1], cell->place[0]); });
  SpanTable spans;
  std::map<std::int32_t, std::int32_t> covered;  // columns, and down to where
  std::int32_t reached = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& [left, top, right, bottom] = cells[i]->place;
    if (i == 0 || cells[i - 1]->place[1] != top) {
      spans.begin_row(false);
      reached = *columns.begin();
    }
    std::string text;
    for (const PptText& part : cells[i]->texts) text += plain_ppt_text(part) + "\n";
    // Columns without a cell of their own, unless one from above covers them.
    for (auto at = columns.lower_bound(reached); at != columns.end() && *at < left; ++at) {
      if (covered[*at] <= top) spans.skip(1);
    }
    for (auto at = columns.lower_bound(left); at != columns.end() && *at < right; ++at) {
      covered[*at] = bottom;
    }
    spans.add(std::move(text), std::max<std::size_t>(between(columns, left, right), 1),
              std::max<std::size_t>(between(rows, top, bottom), 1));
    reached = std::max(right, reached);
  }
  spans.write(builder);
}

}  // namespace assay::extract
