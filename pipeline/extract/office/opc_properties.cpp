// SPDX-License-Identifier: Apache-2.0
// Reads docProps/core.xml, by whatever name the package calls it.
#include "pipeline/extract/office/opc_properties.hpp"

#include <array>
#include <string>

#include "pipeline/extract/page/failure.hpp"
#include "pipeline/extract/xml/direct_text.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

struct CoreProperty {
  std::string_view element;
  FactName name;
};
constexpr std::array kCoreProperties{
    CoreProperty{"title", FactName::Title},         CoreProperty{"creator", FactName::Author},
    CoreProperty{"created", FactName::Created},     CoreProperty{"modified", FactName::Changed},
    CoreProperty{"version", FactName::Version},     CoreProperty{"language", FactName::Language},
    CoreProperty{"contentStatus", FactName::State},
};

void add_properties_of(const xmlNode* root, PageBuilder& builder) {
  for (const xmlNode* node = root->children; node != nullptr; node = node->next) {
    for (const CoreProperty& known : kCoreProperties) {
      if (name_of(node) == known.element) builder.property(known.name, direct_text(node));
    }
  }
}

}  // namespace

void add_core_properties(OpcPackage& package, PageBuilder& builder) {
  const auto name = OpcPackage::target_of(package.relationships(""), "core-properties");
  if (!name || !package.has(*name)) return;
  XmlDocument document;
  try {
    document = package.xml(*name);
  } catch (const ReadFailure&) {
    return;  // without them, the document is still whole
  }
  add_properties_of(::xmlDocGetRootElement(document.get()), builder);
}

}  // namespace assay::extract
