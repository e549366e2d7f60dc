// SPDX-License-Identifier: Apache-2.0
// Walks the shape tree, groups included.
#include "pipeline/extract/office/pptx_slide.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "pipeline/extract/office/pptx_text.hpp"
#include "pipeline/extract/office/xlsx_drawings.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/table/table_spans.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

bool on(std::string_view value) {
  return value == "1" || value == "true";
}

bool hidden_shape(const xmlNode* shape) {
  for (const char* name : {"nvSpPr", "nvGrpSpPr", "nvGraphicFramePr", "nvCxnSpPr"}) {
    const xmlNode* properties = child(child(shape, name), "cNvPr");
    if (properties != nullptr && on(attribute(properties, "hidden"))) return true;
  }
  return false;
}

// The first shape of the tree that satisfies the condition, also in groups, or nullptr.
template <class Condition>
const xmlNode* find_shape(const xmlNode* root, Condition&& wanted) {
  const xmlNode* found = nullptr;
  walk(
      root,
      [&](const xmlNode* node) {
        if (found != nullptr || repeats_choice(node) || hidden_shape(node)) return false;
        if (name_of(node) == "sp" && wanted(place_of(node))) found = node;
        return found == nullptr;
      },
      [](const xmlNode*) {});
  return found;
}

std::size_t span_of(const xmlNode* cell, std::string_view name) {
  constexpr int kMaxSpan = 1000;
  return static_cast<std::size_t>(std::clamp(number_attribute(cell, name, 1), 1, kMaxSpan));
}

void add_slide_row(const xmlNode* row, SpanTable& table) {
  for (const xmlNode* cell = row->children; cell != nullptr; cell = cell->next) {
    if (name_of(cell) != "tc") continue;
    // The cell that covers it already stands here.
    if (on(attribute(cell, "hMerge")) || on(attribute(cell, "vMerge"))) continue;
    const xmlNode* text = child(cell, "txBody");
    table.add(text == nullptr ? std::string() : body_text(text), span_of(cell, "gridSpan"),
              span_of(cell, "rowSpan"));
  }
}

void add_slide_table(const xmlNode* table, PageBuilder& builder) {
  SpanTable spans;
  const xmlNode* properties = child(table, "tblPr");
  const bool header = properties != nullptr && on(attribute(properties, "firstRow"));
  for (const xmlNode* row = table->children; row != nullptr; row = row->next) {
    if (name_of(row) != "tr") continue;
    spans.begin_row(header && spans.size() == 0);
    add_slide_row(row, spans);
  }
  spans.write(builder);
}

}  // namespace

void PptxSlide::add_shape(const xmlNode* shape) {
  const PptxPlace place = place_of(shape);
  const xmlNode* body = child(shape, "txBody");
  if (shape == title_ || body == nullptr || place.type == "sldNum") return;
  if (place.type == "ftr" || place.type == "dt" || place.type == "hdr") {
    const std::string text = clean_line(body_text(body));
    if (edges_.insert(text).second) new_edges_.push_back(text);
    return;
  }
  add_text_body(body, layout_.marks(place), builder_);
}

bool PptxSlide::enter(const xmlNode* node) {
  const std::string_view name = name_of(node);
  if (name.empty() || repeats_choice(node) || hidden_shape(node)) return false;
  if (name == "sp") {
    add_shape(node);
  } else if (name == "tbl") {
    add_slide_table(node, builder_);
  } else if (name == "chart" || name == "relIds") {
    add_graphic_of(package_, parts_, node, builder_);
  } else {
    return true;
  }
  return false;
}

void PptxSlide::add(const xmlNode* root) {
  const xmlNode* tree = child(child(root, "cSld"), "spTree");
  if (tree == nullptr) return;
  title_ = find_shape(tree, [](const PptxPlace& place) {
    return place.type == "title" || place.type == "ctrTitle";
  });
  const xmlNode* title = title_ == nullptr ? nullptr : child(title_, "txBody");
  if (title != nullptr) builder_.heading(1, body_text(title));
  walk(
      tree, [this](const xmlNode* node) { return enter(node); }, [](const xmlNode*) {});
  const bool shows_layout = attribute(root, "showMasterSp") != "0";
  for (const std::string& text : layout_.fixed_texts()) {
    if (shows_layout && edges_.insert(text).second) new_edges_.push_back(text);
  }
  for (const std::string& text : std::exchange(new_edges_, {})) builder_.paragraph(text);
}

void add_speaker_notes(const xmlNode* root, PageBuilder& builder) {
  const xmlNode* tree = child(child(root, "cSld"), "spTree");
  if (tree == nullptr) return;
  const xmlNode* shape =
      find_shape(tree, [](const PptxPlace& place) { return place.type == "body"; });
  const xmlNode* body = child(shape, "txBody");
  if (body == nullptr || clean_line(body_text(body)).empty()) return;
  builder.heading(2, "Notes");
  add_text_body(body, {}, builder);
}

}  // namespace assay::extract
