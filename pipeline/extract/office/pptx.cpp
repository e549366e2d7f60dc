// SPDX-License-Identifier: Apache-2.0
// Reads PPTX: each slide becomes a page, with its speaker notes and comments at the end.
#include <map>
#include <set>
#include <string>

#include "pipeline/extract/office/office_comments.hpp"
#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/office/opc_properties.hpp"
#include "pipeline/extract/office/pptx_layout.hpp"
#include "pipeline/extract/office/pptx_slide.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

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
