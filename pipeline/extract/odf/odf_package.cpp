// SPDX-License-Identifier: Apache-2.0
// Finds the parts, looks for encrypted ones in the manifest (OpenDocument 1.3, part 2, 4.8), and
// reads the element "meta".
#include "pipeline/extract/odf/odf_package.hpp"

#include <array>
#include <string>
#include <utility>

#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

struct MetaElement {
  std::string_view element;
  FactName name;
};
// creator and date are those of the last change.
constexpr std::array kMetaElements{
    MetaElement{"title", FactName::Title},
    MetaElement{"initial-creator", FactName::Author},
    MetaElement{"creation-date", FactName::Created},
    MetaElement{"date", FactName::Changed},
    MetaElement{"language", FactName::Language},
};

}  // namespace

OdfPackage::OdfPackage(std::string_view bytes, std::string document)
    : document_(std::move(document)), bytes_(bytes) {
  if (bytes.starts_with("<")) return;
  container_.emplace(bytes, document_);
  refuse_encrypted();
}

void OdfPackage::refuse_encrypted() {
  constexpr std::string_view kManifest = "META-INF/manifest.xml";
  if (!container_->has(kManifest)) return;
  // Old versions of OpenOffice name a document type here.
  const XmlDocument manifest = container_->xml(kManifest, Doctype::NoSubset);
  for (const xmlNode* node = ::xmlDocGetRootElement(manifest.get())->children; node != nullptr;
       node = node->next) {
    const std::string_view path = attribute(node, "full-path");
    // Since version 1.4 a protected document is one encrypted package inside another.
    const bool content = path == "content.xml" || path == "encrypted-package";
    if (content && child(node, "encryption-data") != nullptr) container_->encrypted();
  }
}

void OdfPackage::broken(const XmlError& error) const {
  throw ReadFailure(ExtractProblem::Broken,
                    "The " + document_ + " is damaged: it holds a part that is " + error.what() +
                        ". Open it in the program it was made with, save it as a new file, and "
                        "upload that.");
}

XmlDocument OdfPackage::part(std::string_view name) {
  if (container_) return container_->xml(name);
  try {
    return parse_xml(bytes_, Doctype::Refuse);
  } catch (const XmlError& error) {
    broken(error);
  }
}

std::string OdfPackage::content_bytes() {
  return container_ ? container_->part("content.xml") : std::string(bytes_);
}

XmlDocument OdfPackage::content() {
  return part("content.xml");
}

XmlDocument OdfPackage::styles() {
  // In the flat form, one root holds everything.
  if (container_ && !container_->has("styles.xml")) return {};
  return part("styles.xml");
}

XmlDocument OdfPackage::meta() {
  if (!container_ || !container_->has("meta.xml")) return {};
  return part("meta.xml");
}

void add_odf_properties(const xmlNode* root, PageBuilder& builder) {
  const xmlNode* meta = child(root, "meta");
  if (meta == nullptr) return;
  for (const xmlNode* node = meta->children; node != nullptr; node = node->next) {
    for (const MetaElement& known : kMetaElements) {
      if (name_of(node) == known.element) builder.property(known.name, direct_text(node));
    }
  }
  const xmlNode* last = child(meta, "creator");
  if (last != nullptr && child(meta, "initial-creator") == nullptr) {
    builder.property(FactName::Author, direct_text(last));
  }
}

void add_odf_properties(OdfPackage& package, PageBuilder& builder) {
  XmlDocument document;
  try {
    document = package.meta();
  } catch (const ReadFailure&) {
    return;  // without them, the document is still whole
  }
  if (document) add_odf_properties(::xmlDocGetRootElement(document.get()), builder);
}

}  // namespace assay::extract
