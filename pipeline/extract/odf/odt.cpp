// SPDX-License-Identifier: Apache-2.0
// Reads ODT: the body, then footnotes and endnotes, then the text of headers and footers.
#include <set>
#include <string>

#include "pipeline/extract/odf/odf_package.hpp"
#include "pipeline/extract/odf/odf_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

// The same header occurs for several kinds of pages (first, left): once is enough.
void add_page_edges(const xmlNode* root, PageBuilder& builder) {
  OdfStyles styles;
  styles.add(root);
  std::set<std::string> seen;
  const xmlNode* masters = child(root, "master-styles");
  for (const xmlNode* master = masters == nullptr ? nullptr : masters->children; master != nullptr;
       master = master->next) {
    if (name_of(master) != "master-page") continue;
    for (const xmlNode* edge = master->children; edge != nullptr; edge = edge->next) {
      const bool shown = attribute(edge, "display") != "false";
      const std::string_view name = name_of(edge);
      if (!shown || !(name.starts_with("header") || name.starts_with("footer"))) continue;
      CollectedPage collected;
      PageBuilder own(collected);
      OdfText(styles, own).add(edge);
      own.end_page();
      if (seen.insert(collected.text()).second) builder.paragraph(collected.text());
    }
  }
}

}  // namespace

void read_odt(std::string_view bytes, PageBuilder& builder) {
  OdfPackage package(bytes, "OpenDocument text");
  add_odf_properties(package, builder);
  OdfStyles styles;
  const XmlDocument shared = package.styles();
  if (shared) styles.add(::xmlDocGetRootElement(shared.get()));
  {
    const XmlDocument content = package.content();
    const xmlNode* root = ::xmlDocGetRootElement(content.get());
    styles.add(root);
    add_odf_properties(root, builder);
    if (const xmlNode* body = child(child(root, "body"), "text")) {
      OdfText text(styles, builder);
      text.add(body);
      text.add_notes();
    }
  }
  if (shared) add_page_edges(::xmlDocGetRootElement(shared.get()), builder);
  builder.end_page();
}

}  // namespace assay::extract
