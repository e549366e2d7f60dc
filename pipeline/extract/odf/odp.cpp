// SPDX-License-Identifier: Apache-2.0
// Reads ODP: each slide becomes a page, with its speaker notes at the end.
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/extract/odf/odf_package.hpp"
#include "pipeline/extract/odf/odf_text.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

std::string_view presentation_class(const xmlNode* node) {
  return name_of(node) == "frame" ? attribute(node, "class") : std::string_view();
}

// The slide's title, also in a group, or nullptr.
const xmlNode* title_frame(const xmlNode* slide) {
  const xmlNode* found = nullptr;
  walk(
      slide,
      [&found](const xmlNode* node) {
        if (found != nullptr || name_of(node) == "notes") return false;
        if (presentation_class(node) == "title") found = node;
        return found == nullptr && node->type == XML_ELEMENT_NODE;
      },
      [](const xmlNode*) {});
  return found;
}

std::string footer_text(const xmlNode* declaration) {
  const xmlNode* text = declaration->children;
  return text != nullptr && is_text(text) ? std::string(view(text->content)) : std::string();
}

// Texts that every slide of a master shows, by the master's name.
using MasterTexts = std::map<std::string, std::vector<std::string>>;

MasterTexts master_texts(const xmlNode* root) {
  MasterTexts texts;
  const xmlNode* masters = child(root, "master-styles");
  for (const xmlNode* master = masters == nullptr ? nullptr : masters->children; master != nullptr;
       master = master->next) {
    if (name_of(master) != "master-page") continue;
    std::vector<std::string>& own = texts[std::string(attribute(master, "name"))];
    for (const xmlNode* shape = master->children; shape != nullptr; shape = shape->next) {
      // Places for the slide's own text hold nothing to read.
      const std::string_view kind = presentation_class(shape);
      if (name_of(shape) == "notes" || (!kind.empty() && kind != "footer")) continue;
      own.push_back(clean_line(odf_plain_text(shape)));
    }
  }
  return texts;
}

class OdpReader {
 public:
  OdpReader(const OdfStyles& styles, const MasterTexts& masters, PageBuilder& builder)
      : styles_(styles), masters_(masters), builder_(builder) {}

  void add(const xmlNode* presentation) {
    for (const xmlNode* node = presentation->children; node != nullptr; node = node->next) {
      // Footers are declared once and used by name; they come before the slides.
      if (name_of(node) == "footer-decl") {
        footers_[std::string(attribute(node, "name"))] = footer_text(node);
      }
      if (name_of(node) == "page") add_slide(node);
    }
  }

 private:
  void add_slide(const xmlNode* slide) {
    const xmlNode* title = title_frame(slide);
    if (title != nullptr) builder_.heading(1, odf_plain_text(title));
    OdfText text(styles_, builder_);
    text.add(slide, title);
    add_edges_of(slide);
    if (const xmlNode* notes = child(slide, "notes")) add_speaker_notes_of(notes);
    builder_.end_page();
  }

  // Once each, because the same footer is on every slide.
  void add_edges_of(const xmlNode* slide) {
    const auto footer = footers_.find(std::string(attribute(slide, "use-footer-name")));
    if (footer != footers_.end()) add_edge(footer->second);
    const auto master = masters_.find(std::string(attribute(slide, "master-page-name")));
    if (master == masters_.end()) return;
    for (const std::string& text : master->second) add_edge(text);
  }

  void add_edge(const std::string& text) {
    if (added_.insert(text).second) builder_.paragraph(text);
  }

  void add_speaker_notes_of(const xmlNode* notes) {
    bool headed = false;
    for (const xmlNode* frame = notes->children; frame != nullptr; frame = frame->next) {
      if (presentation_class(frame) != "notes") continue;
      if (clean_line(odf_plain_text(frame)).empty()) continue;
      if (!std::exchange(headed, true)) builder_.heading(2, "Notes");
      OdfText(styles_, builder_).add(frame);
    }
  }

  const OdfStyles& styles_;
  const MasterTexts& masters_;
  PageBuilder& builder_;
  std::map<std::string, std::string> footers_;
  std::set<std::string> added_;
};

}  // namespace

void read_odp(std::string_view bytes, PageBuilder& builder) {
  OdfPackage package(bytes, "OpenDocument presentation");
  add_odf_properties(package, builder);
  OdfStyles styles;
  MasterTexts masters;
  if (const XmlDocument shared = package.styles()) {
    styles.add(::xmlDocGetRootElement(shared.get()));
    masters = master_texts(::xmlDocGetRootElement(shared.get()));
  }
  const XmlDocument content = package.content();
  const xmlNode* root = ::xmlDocGetRootElement(content.get());
  styles.add(root);
  add_odf_properties(root, builder);
  const xmlNode* presentation = child(child(root, "body"), "presentation");
  if (presentation != nullptr) OdpReader(styles, masters, builder).add(presentation);
}

}  // namespace assay::extract
