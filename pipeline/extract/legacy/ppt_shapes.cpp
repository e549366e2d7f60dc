// SPDX-License-Identifier: Apache-2.0
// Walks through groups of shapes. A table is a group whose shapes are its cells and lines.
#include "pipeline/extract/legacy/ppt_records.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {
namespace {

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

// Rows in bold type throughout, which may name the columns.
class BoldRows {
 public:
  explicit BoldRows(SpanTable& spans) : spans_(spans) {}
  void begin_row() {
    if (bold_ > 0 && plain_ == 0) spans_.mark_strong(spans_.size() - 1);
    bold_ = 0;
    plain_ = 0;
  }
  void add(const PptShape& cell) {
    for (const PptText& text : cell.texts) {
      if (clean_line(text.text).empty()) continue;
      ++(text.bold ? bold_ : plain_);
    }
  }

 private:
  SpanTable& spans_;
  std::size_t bold_ = 0;
  std::size_t plain_ = 0;
};

}  // namespace

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
  BoldRows bold(spans);
  std::map<std::int32_t, std::int32_t> covered;  // columns, and down to where
  std::int32_t reached = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& [left, top, right, bottom] = cells[i]->place;
    if (i == 0 || cells[i - 1]->place[1] != top) {
      bold.begin_row();
      spans.begin_row(false);
      reached = *columns.begin();
    }
    bold.add(*cells[i]);
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
  bold.begin_row();
  spans.write(builder);
}

}  // namespace assay::extract
