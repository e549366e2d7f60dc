// SPDX-License-Identifier: Apache-2.0
// Reads DOCX: the body with its notes and comments, then the text of headers and footers.
#include "pipeline/extract/office/docx.hpp"

#include <set>
#include <string>
#include <vector>

#include "pipeline/extract/office/docx_body.hpp"
#include "pipeline/extract/office/docx_extras.hpp"
#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/office/opc_properties.hpp"
#include "pipeline/extract/page/collected_page.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

using Relationships = std::vector<Relationship>;

// The same header occurs in several parts (first page, even pages): once is enough.
void add_edges(OpcPackage& package, const Relationships& parts, const DocxStyles& styles,
               PageBuilder& builder) {
  std::set<std::string> seen;
  for (const Relationship& part : parts) {
    const bool edge = part.type == "header" || part.type == "footer";
    if (!edge || !package.has(part.target)) continue;
    const XmlDocument document = package.xml(part.target);
    CollectedPage collected;
    PageBuilder own(collected);
    DocxNumbering no_numbers;
    DocxBody(styles, no_numbers, own, nullptr).add_part(::xmlDocGetRootElement(document.get()));
    own.end_page();
    const std::string& text = collected.text();
    if (seen.insert(text).second) builder.paragraph(text);
  }
}

}  // namespace

void read_word(std::string_view bytes, bool chunks, PageBuilder& builder) {
  OpcPackage package(bytes, "Word document");
  add_core_properties(package, builder);
  const std::string main = package.main_part();
  const Relationships parts = package.relationships(main);
  DocxStyles styles;
  DocxNumbering numbering;
  if (const auto name = OpcPackage::target_of(parts, "styles"); name && package.has(*name)) {
    const XmlDocument document = package.xml(*name);
    styles = DocxStyles(::xmlDocGetRootElement(document.get()));
  }
  if (const auto name = OpcPackage::target_of(parts, "numbering"); name && package.has(*name)) {
    const XmlDocument document = package.xml(*name);
    numbering = DocxNumbering(::xmlDocGetRootElement(document.get()));
  }
  DocxExtras extras(package, parts, styles, numbering, chunks);
  {
    const XmlDocument document = package.xml(main);
    DocxBody(styles, numbering, builder, &extras).add_part(::xmlDocGetRootElement(document.get()));
  }
  extras.write_rest(builder);
  add_edges(package, parts, styles, builder);
  builder.end_page();
}

void read_docx(std::string_view bytes, PageBuilder& builder) {
  read_word(bytes, true, builder);
}

}  // namespace assay::extract
