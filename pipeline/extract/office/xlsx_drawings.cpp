// SPDX-License-Identifier: Apache-2.0
// Walks the drawings of a worksheet (SpreadsheetML drawings hold DrawingML).
#include "pipeline/extract/office/xlsx_drawings.hpp"

#include <string_view>
#include <vector>

#include "pipeline/extract/office/pptx_graphics.hpp"
#include "pipeline/extract/office/pptx_text.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {

void add_graphic_of(OpcPackage& package, const std::vector<Relationship>& parts,
                    const xmlNode* reference, PageBuilder& builder) {
  const bool chart = name_of(reference) == "chart";
  const Relationship* part = OpcPackage::referred(parts, reference, chart ? "id" : "dm");
  if (part == nullptr || !package.has(part->target)) return;
  const XmlDocument document = package.xml(part->target);
  if (chart) {
    add_chart(::xmlDocGetRootElement(document.get()), builder);
  } else {
    add_diagram(::xmlDocGetRootElement(document.get()), builder);
  }
}

void add_sheet_drawings(OpcPackage& package, const std::string& sheet, PageBuilder& builder) {
  for (const Relationship& drawing : package.relationships(sheet)) {
    if (drawing.type != "drawing" || !package.has(drawing.target)) continue;
    const std::vector<Relationship> parts = package.relationships(drawing.target);
    const XmlDocument document = package.xml(drawing.target);
    walk(
        ::xmlDocGetRootElement(document.get()),
        [&](const xmlNode* node) {
          const std::string_view name = name_of(node);
          if (name.empty() || repeats_choice(node)) return false;
          if (name == "chart" || name == "relIds") {
            add_graphic_of(package, parts, node, builder);
            return false;
          }
          if (name == "p") {
            builder.paragraph(paragraph_text(node));
            return false;
          }
          return true;
        },
        [](const xmlNode*) {});
  }
}

}  // namespace assay::extract
