// SPDX-License-Identifier: Apache-2.0
// Reads title, meta elements (Dublin Core and Open Graph names too) and the language attribute.
#include "pipeline/extract/text/html_properties.hpp"

#include <array>
#include <string>

#include "core/base/ascii.hpp"
#include "pipeline/extract/xml/direct_text.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

struct MetaName {
  std::string_view name;  // in lower case
  FactName fact;
};
constexpr std::array kMetaNames{
    MetaName{"author", FactName::Author},
    MetaName{"dc.creator", FactName::Author},
    MetaName{"dcterms.creator", FactName::Author},
    MetaName{"article:author", FactName::Author},
    MetaName{"dc.date", FactName::Created},
    MetaName{"dc.date.created", FactName::Created},
    MetaName{"dcterms.created", FactName::Created},
    MetaName{"article:published_time", FactName::Created},
    MetaName{"dcterms.modified", FactName::Changed},
    MetaName{"dc.date.modified", FactName::Changed},
    MetaName{"last-modified", FactName::Changed},
    MetaName{"article:modified_time", FactName::Changed},
    MetaName{"version", FactName::Version},
    MetaName{"dc.language", FactName::Language},
    MetaName{"dcterms.language", FactName::Language},
    MetaName{"content-language", FactName::Language},
};

void add_meta(const xmlNode* meta, PageBuilder& builder) {
  for (const char* attribute_name : {"name", "property", "http-equiv"}) {
    const std::string name = ascii_lower(attribute(meta, attribute_name));
    for (const MetaName& known : kMetaNames) {
      if (name == known.name) builder.property(known.fact, attribute(meta, "content"));
    }
  }
}

}  // namespace

void add_html_properties(const xmlNode* root, PageBuilder& builder) {
  if (root == nullptr) return;
  builder.property(FactName::Language, attribute(root, "lang"));
  const xmlNode* head = child(root, "head");
  for (const xmlNode* node = head == nullptr ? nullptr : head->children; node != nullptr;
       node = node->next) {
    if (name_of(node) == "title") builder.property(FactName::Title, direct_text(node));
    if (name_of(node) == "meta") add_meta(node, builder);
  }
}

}  // namespace assay::extract
