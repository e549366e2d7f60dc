// SPDX-License-Identifier: Apache-2.0
// Builds a table's columns from the edges of all its rows.
#include "pipeline/extract/legacy/word_table.hpp"

#include <algorithm>
#include <utility>

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {
namespace {

// Edges closer than this are the same line: people draw tables by hand.
constexpr int kSameCellEdge = 60;  // about a millimetre
constexpr std::size_t kCellSize = 20;
constexpr unsigned kJoinedFlags = 0x0003;
constexpr unsigned kVerticalFlags = 0x0060;
constexpr unsigned kCoveredFlag = 0x0020;  // of the two: merged, and not the first

// The column that begins at the edge, or ends there.
std::size_t column_at(const std::vector<int>& grid, int edge) {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < grid.size(); ++i) {
    if (std::abs(grid[i] - edge) < std::abs(grid[nearest] - edge)) nearest = i;
  }
  return nearest;
}

}  // namespace

void add_word_block(const WordBlock& block, PageBuilder& builder) {
  switch (block.kind) {
    case WordBlock::Kind::Heading:
      return builder.heading(block.level, block.text);
    case WordBlock::Kind::ListItem:
      return builder.list_item(block.text);
    case WordBlock::Kind::Paragraph:
      return builder.paragraph(block.text);
  }
}

void WordTable::end_cell() {
  cells_.push_back({std::exchange(blocks_, {}), false, false});
}

void WordTable::end_row(const WordParagraph& row) {
  if (!blocks_.empty()) end_cell();
  Line line{std::exchange(cells_, {}), {}, row.header_row};
  const std::string_view described = row.cells;
  const std::size_t count = described.empty() ? 0 : le_u8(described, 0);
  if (count == line.cells.size() && 1 + (count + 1) * 2 <= described.size()) {
    for (std::size_t i = 0; i <= count; ++i) line.edges.push_back(le_i16(described, 1 + i * 2));
    const std::size_t cells = 1 + (count + 1) * 2;
    for (std::size_t i = 0; i < count && cells + i * kCellSize + 2 <= described.size(); ++i) {
      const unsigned flags = le_u16(described, cells + i * kCellSize);
      line.cells[i].covered = (flags & kVerticalFlags) == kCoveredFlag;
      line.cells[i].joined = i > 0 && (flags & kJoinedFlags) != 0 && line.cells[i].blocks.empty();
    }
    if (!std::ranges::is_sorted(line.edges)) line.edges.clear();
  }
  for (const std::string_view merge : row.merges) {
    if (merge.size() < 2 || le_u8(merge, 0) >= line.cells.size()) continue;
    line.cells[le_u8(merge, 0)].covered = le_u8(merge, 1) == 1;
  }
  rows_.push_back(std::move(line));
}

std::vector<int> WordTable::grid() const {
  std::vector<int> edges;
  for (const Line& line : rows_) edges.insert(edges.end(), line.edges.begin(), line.edges.end());
  std::ranges::sort(edges);
  std::vector<int> kept;
  for (const int edge : edges) {
    if (kept.empty() || edge - kept.back() > kSameCellEdge) kept.push_back(edge);
  }
  return kept;
}

void WordTable::write(PageBuilder& builder) {
  if (!cells_.empty() || !blocks_.empty()) end_row({});
  const std::vector<Line> rows = std::exchange(rows_, {});
  const bool frame =
      std::ranges::all_of(rows, [](const Line& line) { return line.cells.size() <= 1; });
  // Rows of as many cells have the same columns, wherever their edges are.
  const bool even = std::ranges::all_of(
      rows, [&rows](const Line& line) { return line.cells.size() == rows.front().cells.size(); });
  const std::vector<int> columns = even ? std::vector<int>() : grid();
  SpanTable spans;
  bool header = true;  // so far every row is marked as one
  for (const Line& line : rows) {
    header = header && line.header;
    spans.begin_row(header);
    const bool placed = !columns.empty() && !line.edges.empty();
    if (placed) spans.skip(column_at(columns, line.edges.front()));
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      const std::size_t first = i;
      while (i + 1 < line.cells.size() && line.cells[i + 1].joined) ++i;
      std::size_t width = i + 1 - first;
      if (placed) {
        const std::size_t begin = column_at(columns, line.edges[first]);
        width = std::max<std::size_t>(column_at(columns, line.edges[i + 1]) - begin, 1);
      }
      std::string text;
      for (const WordBlock& block : line.cells[first].blocks) {
        if (frame) add_word_block(block, builder);
        text += block.text + "\n";
      }
      if (line.cells[first].covered) {
        spans.add_covered(std::move(text), width);
      } else {
        spans.add(std::move(text), width, 1);
      }
    }
  }
  if (!frame) spans.write(builder);
}

}  // namespace assay::extract
