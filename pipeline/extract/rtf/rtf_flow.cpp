// SPDX-License-Identifier: Apache-2.0
// Decides where paragraphs go: to the page, or to the cell of a table. Reads row descriptions; a
// cell wider than others spans the columns whose edges it covers.
#include "pipeline/extract/rtf/rtf_flow.hpp"

#include <algorithm>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

// Programs round edges: those nearer than a millimetre are one.
constexpr int kSameEdge = 57;
constexpr int kFarthestEdge = 1'000'000;
constexpr std::size_t kMaxRowCells = 1000;

std::string joined(const std::vector<RtfParagraph>& cell) {
  std::string text;
  for (const RtfParagraph& paragraph : cell) text += paragraph.text + "\n";
  return text;
}

// The number of the columns that end at this edge or left of it.
std::size_t columns_up_to(const std::vector<int>& edges, int edge) {
  return static_cast<std::size_t>(std::ranges::upper_bound(edges, edge) - edges.begin());
}

int twips(const RtfToken& token) {
  return std::clamp(token.value, -kFarthestEdge, kFarthestEdge);
}

// "1." and "(a)" stay. A bullet, whatever it is in its font, is shown as in all formats.
std::string rtf_label(std::string_view written) {
  const std::string label = clean_line(written);
  const bool readable =
      label != "o" && std::ranges::any_of(label, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      });
  if (label.empty()) return {};
  return !readable && utf8::length(label) == 1 ? "- " : label + " ";
}

}  // namespace

void add_rtf_paragraph(const RtfParagraph& paragraph, PageBuilder& builder) {
  if (paragraph.level > 0) {
    builder.heading(paragraph.level, paragraph.text);
  } else if (paragraph.listed) {
    builder.list_item(paragraph.text);
  } else {
    builder.paragraph(paragraph.text);
  }
}

void RtfTable::describe(const RtfToken& token) {
  if (token.text == "trowd") {
    described_ = {};
    place_ = {};
    open_ = true;
  }
  if (token.text == "trhdr") described_.header = true;
  if (token.text == "trleft") described_.left = twips(token);
  if (token.text == "clmrg") place_.goes_on_right = true;
  if (token.text == "clvmrg") place_.goes_on_below = true;
  if (token.text != "cellx") return;
  place_.edge = twips(token);
  if (described_.places.size() < kMaxRowCells) described_.places.push_back(place_);
  place_ = {};
}

void RtfTable::end_cell(std::vector<RtfParagraph> content) {
  cells_.push_back(std::move(content));
}

void RtfTable::end_row() {
  open_ = false;
  if (cells_.empty()) return;
  RtfRow row = described_;
  row.cells = std::exchange(cells_, {});
  rows_.push_back(std::move(row));
}

bool RtfTable::one_column() const {
  return std::ranges::all_of(rows_, [](const RtfRow& row) { return row.cells.size() <= 1; });
}

// The right edges of all cells, each once.
std::vector<int> RtfTable::edges() const {
  std::vector<int> all;
  for (const RtfRow& row : rows_) {
    for (const Place& place : row.places) all.push_back(place.edge);
  }
  std::ranges::sort(all);
  std::vector<int> distinct;
  for (const int edge : all) {
    if (distinct.empty() || edge > distinct.back() + kSameEdge) distinct.push_back(edge);
  }
  // More columns than any table has: cells then stand in the order in which they come.
  if (distinct.size() > kMaxRowCells) distinct.clear();
  return distinct;
}

void RtfTable::write(PageBuilder& builder) {
  end_row();
  if (one_column()) {
    // The table only frames running text.
    for (RtfRow& row : rows_) {
      for (const RtfParagraph& paragraph : row.cells.front()) add_rtf_paragraph(paragraph, builder);
    }
    rows_.clear();
    return;
  }
  const std::vector<int> columns = edges();
  SpanTable spans;
  bool header = true;
  for (RtfRow& row : rows_) {
    header = header && row.header;
    spans.begin_row(header);
    add_row(row, columns, spans);
  }
  rows_.clear();
  spans.write(builder);
}

void RtfTable::add_row(RtfRow& row, const std::vector<int>& columns, SpanTable& spans) {
  const std::size_t described = std::min(row.places.size(), row.cells.size());
  // Rows may begin further right than others.
  std::size_t done = columns_up_to(columns, row.left + kSameEdge);
  if (described > 0) spans.skip(done);
  for (std::size_t i = 0; i < described; ++i) {
    const bool covered = row.places[i].goes_on_below;
    std::string text = joined(row.cells[i]);
    while (i + 1 < described && row.places[i + 1].goes_on_right) text += joined(row.cells[++i]);
    const std::size_t end = columns_up_to(columns, row.places[i].edge);
    const std::size_t width = end > done ? end - done : 1;
    done = std::max(done, end);
    if (covered) {
      spans.add_covered(std::move(text), width);
    } else {
      spans.add(std::move(text), width, 1);
    }
  }
  for (std::size_t i = described; i < row.cells.size(); ++i) spans.add(joined(row.cells[i]), 1, 1);
}

RtfFlow::RtfFlow()
    : kept_(std::make_unique<CollectedPage>()),
      own_(std::make_unique<PageBuilder>(*kept_)),
      builder_(own_.get()) {}

void RtfFlow::end_label() {
  if (!label_open_) return;
  label_open_ = false;
  label_ = rtf_label(label_characters_.take());
}

void RtfFlow::take_paragraph(int level) {
  std::string label = std::exchange(label_, {});
  std::string text = without_drawings(characters_.take());
  if (trim(text).empty()) return;
  const bool listed = !label.empty();
  // A heading has its number, but no bullet.
  if (level > 0 && label == "- ") label.clear();
  cell_.push_back({level, listed, label + text});
}

void RtfFlow::end_paragraph(int level, bool in_table) {
  take_paragraph(level);
  if (in_table || table_.row_open()) return;
  if (!table_.empty()) table_.write(*builder_);
  for (const RtfParagraph& paragraph : std::exchange(cell_, {})) {
    add_rtf_paragraph(paragraph, *builder_);
  }
}

void RtfFlow::end_cell(int level) {
  take_paragraph(level);
  table_.end_cell(std::exchange(cell_, {}));
}

void RtfFlow::end_row() {
  table_.end_row();
}

void RtfFlow::add(RtfParagraph paragraph, bool in_table) {
  if (in_table || table_.row_open()) {
    cell_.push_back(std::move(paragraph));
    return;
  }
  if (!table_.empty()) table_.write(*builder_);
  add_rtf_paragraph(paragraph, *builder_);
}

std::string RtfFlow::finish(int level) {
  if (label_open_) end_label();
  take_paragraph(level);
  if (table_.row_open() && !table_.empty()) table_.end_cell(std::exchange(cell_, {}));
  table_.end_row();
  if (!table_.empty()) table_.write(*builder_);
  for (const RtfParagraph& paragraph : std::exchange(cell_, {})) {
    add_rtf_paragraph(paragraph, *builder_);
  }
  if (!own_) return {};
  own_->end_page();
  return kept_->text();
}

}  // namespace assay::extract
