// SPDX-License-Identifier: Apache-2.0
// Looks up bullets and numbers in the order slide, layout, master.
#include "pipeline/extract/office/pptx_layout.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "pipeline/extract/office/pptx_text.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

bool is_title(std::string_view type) {
  return type == "title" || type == "ctrTitle";
}

// Small print and titles have styles of their own, without lists.
bool holds_body_text(std::string_view type) {
  return !is_title(type) && type != "dt" && type != "ftr" && type != "hdr" && type != "sldNum";
}

// A master has one place for titles and one for all other content.
std::string_view type_in_master(std::string_view type) {
  if (is_title(type)) return "title";
  return holds_body_text(type) ? "body" : type;
}

}  // namespace

PptxMark mark_of(const xmlNode* properties) {
  using Kind = PptxMark::Kind;
  PptxMark mark;
  if (properties == nullptr) return mark;
  for (const xmlNode* node = properties->children; node != nullptr; node = node->next) {
    const std::string_view name = name_of(node);
    if (name == "buNone") mark.kind = Kind::None;
    if (name == "buChar" || name == "buBlip") mark.kind = Kind::Bullet;
    if (name != "buAutoNum") continue;
    mark.kind = Kind::Number;
    mark.scheme = attribute(node, "type");
    mark.start = std::clamp(number_attribute(node, "startAt", 1), 1, 32767);
  }
  return mark;
}

PptxMarks marks_of(const xmlNode* list_style) {
  PptxMarks marks;
  for (std::size_t level = 0; level < marks.size(); ++level) {
    marks.at(level) = mark_of(child(list_style, "lvl" + std::to_string(level + 1) + "pPr"));
  }
  return marks;
}

PptxMarks over(PptxMarks own, const PptxMarks& below) {
  for (std::size_t level = 0; level < own.size(); ++level) {
    if (own.at(level).kind == PptxMark::Kind::Inherited) own.at(level) = below.at(level);
  }
  return own;
}

PptxPlace place_of(const xmlNode* shape) {
  for (const char* properties : {"nvSpPr", "nvGraphicFramePr"}) {
    const xmlNode* place = child(child(child(shape, properties), "nvPr"), "ph");
    if (place == nullptr) continue;
    return {true, std::string(attribute(place, "type")), std::string(attribute(place, "idx"))};
  }
  return {};
}

std::vector<PptxLayout::Shape> PptxLayout::shapes_of(const xmlNode* root) {
  std::vector<Shape> shapes;
  const xmlNode* tree = child(child(root, "cSld"), "spTree");
  if (tree == nullptr) return shapes;
  for (const xmlNode* node = tree->children; node != nullptr; node = node->next) {
    if (name_of(node) != "sp") continue;
    PptxPlace place = place_of(node);
    if (!place.placeholder) continue;
    shapes.push_back({std::move(place), marks_of(child(child(node, "txBody"), "lstStyle"))});
  }
  return shapes;
}

PptxLayout::PptxLayout(const xmlNode* layout, const xmlNode* master)
    : layout_(shapes_of(layout)),
      master_(shapes_of(master)),
      body_(marks_of(child(child(master, "txStyles"), "bodyStyle"))) {
  const bool shows_master = layout == nullptr || attribute(layout, "showMasterSp") != "0";
  if (shows_master) add_fixed_texts(master);
  add_fixed_texts(layout);
}

void PptxLayout::add_fixed_texts(const xmlNode* root) {
  const xmlNode* tree = child(child(root, "cSld"), "spTree");
  if (tree == nullptr) return;
  walk(
      tree,
      [this](const xmlNode* node) {
        if (repeats_choice(node)) return false;
        if (name_of(node) != "sp") return true;
        // Placeholders only say "Click to edit".
        const xmlNode* body = place_of(node).placeholder ? nullptr : child(node, "txBody");
        if (body == nullptr) return false;
        std::string text = clean_line(body_text(body));
        if (!text.empty()) fixed_texts_.push_back(std::move(text));
        return false;
      },
      [](const xmlNode*) {});
}

PptxMarks PptxLayout::marks(const PptxPlace& place) const {
  PptxMarks marks;
  if (!place.placeholder) return marks;
  std::string type = place.type;
  const auto in_layout = std::find_if(layout_.begin(), layout_.end(), [&place](const Shape& shape) {
    return place.index.empty() ? shape.place.type == place.type : shape.place.index == place.index;
  });
  if (in_layout != layout_.end()) {
    marks = in_layout->marks;
    if (type.empty()) type = in_layout->place.type;
  }
  const auto in_master = std::find_if(master_.begin(), master_.end(), [&type](const Shape& shape) {
    return type_in_master(shape.place.type) == type_in_master(type);
  });
  if (in_master != master_.end()) marks = over(std::move(marks), in_master->marks);
  return holds_body_text(type) ? over(std::move(marks), body_) : marks;
}

}  // namespace assay::extract
