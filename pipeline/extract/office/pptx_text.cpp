// SPDX-License-Identifier: Apache-2.0
// Looks up bullets and numbers in the order slide, layout, master. Reads paragraphs and counts
// numbered ones.
#include "pipeline/extract/office/pptx_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/line_shapes.hpp"
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

// "romanUcParenR" and 4: "IV)".
std::string scheme_number(int number, std::string_view scheme) {
  struct Form {
    std::string_view begin;
    std::string_view format;
  };
  constexpr std::array kForms{Form{"alphaLc", "lowerLetter"}, Form{"alphaUc", "upperLetter"},
                              Form{"romanLc", "lowerRoman"}, Form{"romanUc", "upperRoman"}};
  const auto* form = std::find_if(kForms.begin(), kForms.end(),
                                  [scheme](const Form& f) { return scheme.starts_with(f.begin); });
  const std::string text =
      list_number(number, form == kForms.end() ? std::string_view() : form->format);
  if (scheme.ends_with("ParenBoth")) return "(" + text + ")";
  if (scheme.ends_with("ParenR")) return text + ")";
  return scheme.ends_with("Plain") ? text : text + ".";
}

// Counts the numbers of one text body.
class SlideNumbers {
 public:
  // The label of the next paragraph at that level: "- ", "2. "; empty for running text.
  std::string label(std::size_t level, const PptxMark& mark) {
    std::fill(counts_.begin() + static_cast<std::ptrdiff_t>(level) + 1, counts_.end(), 0);
    int& count = counts_.at(level);
    if (mark.kind == PptxMark::Kind::Number) {
      count = count == 0 ? mark.start : count + 1;
      return scheme_number(count, mark.scheme) + " ";
    }
    count = 0;
    return mark.kind == PptxMark::Kind::Bullet ? "- " : "";
  }

 private:
  std::array<int, std::tuple_size_v<PptxMarks>> counts_{};
};

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

bool repeats_choice(const xmlNode* node) {
  return name_of(node) == "Fallback" && child(node->parent, "Choice") != nullptr;
}

std::string paragraph_text(const xmlNode* paragraph) {
  std::string text;
  walk(
      paragraph,
      [&text](const xmlNode* node) {
        if (is_text(node) && name_of(node->parent) == "t") text += view(node->content);
        if (name_of(node) == "br") text += '\n';
        return !repeats_choice(node);
      },
      [](const xmlNode*) {});
  return text;
}

std::string body_text(const xmlNode* body) {
  std::string text;
  for (const xmlNode* node = body->children; node != nullptr; node = node->next) {
    if (name_of(node) == "p") text += paragraph_text(node) + "\n";
  }
  return text;
}

void add_text_body(const xmlNode* body, const PptxMarks& inherited, PageBuilder& builder) {
  const PptxMarks marks = over(marks_of(child(body, "lstStyle")), inherited);
  SlideNumbers numbers;
  for (const xmlNode* node = body->children; node != nullptr; node = node->next) {
    if (name_of(node) != "p") continue;
    const std::string text = paragraph_text(node);
    if (clean_line(text).empty()) continue;
    const xmlNode* properties = child(node, "pPr");
    int level = properties == nullptr ? 0 : number_attribute(properties, "lvl", 0);
    level = std::clamp(level, 0, static_cast<int>(marks.size()) - 1);
    PptxMark mark = mark_of(properties);
    if (mark.kind == PptxMark::Kind::Inherited) mark = marks.at(static_cast<std::size_t>(level));
    const std::string label = numbers.label(static_cast<std::size_t>(level), mark);
    if (label.empty()) {
      builder.paragraph(text);
    } else {
      builder.list_item(label + text);
    }
  }
}

}  // namespace assay::extract
