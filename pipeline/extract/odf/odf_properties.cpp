// SPDX-License-Identifier: Apache-2.0
// Reads the element "meta".
#include "pipeline/extract/odf/odf_properties.hpp"

#include <array>
#include <string>

#include "pipeline/extract/page/failure.hpp"
#include "pipeline/extract/xml/direct_text.hpp"
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
