// SPDX-License-Identifier: Apache-2.0
// Reads DOCX: the body, then footnotes and endnotes, then the text of headers and footers.
#include <set>
#include <string>
#include <utility>

#include "pipeline/extract/office/docx_body.hpp"
#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/office/opc_properties.hpp"
#include "pipeline/extract/page/collected_page.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

using Relationships = std::vector<Relationship>;

void add_part(const xmlNode* root, DocxBody body) {
  walk(
      root, [&body](const xmlNode* node) { return body.enter(node); },
      [&body](const xmlNode* node) { body.leave(node); });
}

// Word's own notes (the lines between text and notes) have a type and nothing to read.
void add_notes(OpcPackage& package, const std::string& name, const DocxBody& body) {
  const XmlDocument document = package.xml(name);
  for (const xmlNode* note = ::xmlDocGetRootElement(document.get())->children; note != nullptr;
       note = note->next) {
    if (!attribute(note, "type").empty() && attribute(note, "type") != "normal") continue;
    if (note->type == XML_ELEMENT_NODE) add_part(note, body);
  }
}

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
    add_part(::xmlDocGetRootElement(document.get()), DocxBody(styles, no_numbers, own));
    own.end_page();
    const std::string& text = collected.text();
    if (seen.insert(text).second) builder.paragraph(text);
  }
}

}  // namespace

void read_docx(std::string_view bytes, PageBuilder& builder) {
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
  const DocxBody body(styles, numbering, builder);
  {
    const XmlDocument document = package.xml(main);
    add_part(::xmlDocGetRootElement(document.get()), body);
  }
  for (const char* notes : {"footnotes", "endnotes"}) {
    const auto name = OpcPackage::target_of(parts, notes);
    if (name && package.has(*name)) add_notes(package, *name, body);
  }
  add_edges(package, parts, styles, builder);
  builder.end_page();
}

}  // namespace assay::extract
