// SPDX-License-Identifier: Apache-2.0
// Looks for encrypted parts in the manifest (OpenDocument 1.3, part 2, 4.8).
#include "pipeline/extract/odf_package.hpp"

#include <utility>

#include "pipeline/extract/tree_walk.hpp"

namespace assay::extract {

OdfPackage::OdfPackage(std::string_view bytes, std::string document)
    : DocumentPackage(bytes, std::move(document)) {
  constexpr std::string_view kManifest = "META-INF/manifest.xml";
  if (!has(kManifest)) return;
  // Old versions of OpenOffice name a document type here.
  const XmlDocument manifest = xml(kManifest, Doctype::NoSubset);
  for (const xmlNode* node = ::xmlDocGetRootElement(manifest.get())->children; node != nullptr;
       node = node->next) {
    const std::string_view path = attribute(node, "full-path");
    // Since version 1.4 a protected document is one encrypted package inside another.
    const bool content = path == "content.xml" || path == "encrypted-package";
    if (content && child(node, "encryption-data") != nullptr) encrypted();
  }
}

}  // namespace assay::extract
