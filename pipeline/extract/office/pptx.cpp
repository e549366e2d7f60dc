// SPDX-License-Identifier: Apache-2.0
// Reads PPTX: each slide becomes a page, with its speaker notes and comments at the end. Turns the
// shapes of a slide into blocks by walking the shape tree, groups included.
#include <libxml/tree.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/extract/office/office_comments.hpp"
#include "pipeline/extract/office/office_graphics.hpp"
#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/office/pptx_text.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/table/table_rows.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {

class PptxSlide {
 public:
  // parts: what the slide refers to. edges: the footers, dates and texts of layouts on earlier
  // slides, which are not repeated; those of this slide are added. All must outlive the slide.
  PptxSlide(OpcPackage& package, const std::vector<Relationship>& parts, const PptxLayout& layout,
            std::set<std::string>& edges, PageBuilder& builder)
      : package_(package), parts_(parts), layout_(layout), edges_(edges), builder_(builder) {}

  // Adds the title, then all other shapes in the order of the slide, then footers. root: that of
  // the slide. Throws ReadFailure.
  void add(const xmlNode* root);

 private:
  bool enter(const xmlNode* node);
  void add_shape(const xmlNode* shape);

  OpcPackage& package_;
  const std::vector<Relationship>& parts_;
  const PptxLayout& layout_;
  std::set<std::string>& edges_;
  PageBuilder& builder_;
  const xmlNode* title_ = nullptr;
  std::vector<std::string> new_edges_;
};

// Adds what the speaker is to say, under a heading. root: that of a slide's notes.
void add_speaker_notes(const xmlNode* root, PageBuilder& builder);

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

// The presentation's layouts, each read once.
class Layouts {
 public:
  explicit Layouts(OpcPackage& package) : package_(package) {}

  const PptxLayout& of(const std::vector<Relationship>& slide_parts) {
    const auto name = OpcPackage::target_of(slide_parts, "slideLayout");
    if (!name || !package_.has(*name)) return none_;
    const auto known = layouts_.find(*name);
    if (known != layouts_.end()) return known->second;
    const XmlDocument layout = package_.xml(*name);
    const auto master = OpcPackage::target_of(package_.relationships(*name), "slideMaster");
    XmlDocument below;
    if (master && package_.has(*master)) below = package_.xml(*master);
    PptxLayout read(::xmlDocGetRootElement(layout.get()),
                    below ? ::xmlDocGetRootElement(below.get()) : nullptr);
    return layouts_.emplace(*name, std::move(read)).first->second;
  }

 private:
  OpcPackage& package_;
  std::map<std::string, PptxLayout> layouts_;
  PptxLayout none_;
};

// The slides in the order of the presentation, hidden ones too.
std::vector<std::string> slides_of(OpcPackage& package) {
  const std::string main = package.main_part();
  const std::vector<Relationship> parts = package.relationships(main);
  const XmlDocument document = package.xml(main);
  const xmlNode* list = child(::xmlDocGetRootElement(document.get()), "sldIdLst");
  std::vector<std::string> slides;
  for (const xmlNode* node = list == nullptr ? nullptr : list->children; node != nullptr;
       node = node->next) {
    if (name_of(node) != "sldId") continue;
    const Relationship* slide = OpcPackage::referred(parts, node, "id");
    if (slide != nullptr && slide->type == "slide") slides.push_back(slide->target);
  }
  return slides;
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

void read_pptx(std::string_view bytes, PageBuilder& builder) {
  OpcPackage package(bytes, "PowerPoint presentation");
  add_core_properties(package, builder);
  Layouts layouts(package);
  const CommentAuthors authors = comment_authors(package);
  std::set<std::string> edges;
  for (const std::string& name : slides_of(package)) {
    const std::vector<Relationship> parts = package.relationships(name);
    const XmlDocument slide = package.xml(name);
    PptxSlide(package, parts, layouts.of(parts), edges, builder)
        .add(::xmlDocGetRootElement(slide.get()));
    const auto notes = OpcPackage::target_of(parts, "notesSlide");
    if (notes && package.has(*notes)) {
      const XmlDocument document = package.xml(*notes);
      add_speaker_notes(::xmlDocGetRootElement(document.get()), builder);
    }
    add_slide_comments(package, parts, authors, builder);
    builder.end_page();
  }
}

}  // namespace assay::extract
