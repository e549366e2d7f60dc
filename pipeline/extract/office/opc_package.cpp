// SPDX-License-Identifier: Apache-2.0
// Reads relationships, and docProps/core.xml, by whatever name the package calls it.
#include "pipeline/extract/office/opc_package.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

// A target is relative to its source's folder, or starts at the root with a slash.
std::string resolve(std::string_view source, std::string_view target) {
  std::string path;
  if (!target.starts_with('/')) {
    const std::size_t slash = source.rfind('/');
    if (slash != std::string_view::npos) path = source.substr(0, slash);
  }
  for (std::size_t at = 0; at < target.size();) {
    const std::size_t end = std::min(target.find('/', at), target.size());
    const std::string_view part = target.substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      const std::size_t up = path.rfind('/');
      path.resize(up == std::string::npos ? 0 : up);
      continue;
    }
    if (!path.empty()) path += '/';
    path += part;
  }
  return path;
}

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

std::vector<Relationship> OpcPackage::relationships(std::string_view part) {
  const std::size_t slash = part.rfind('/');
  const std::size_t name = slash == std::string_view::npos ? 0 : slash + 1;
  const std::string rels =
      std::string(part.substr(0, name)) + "_rels/" + std::string(part.substr(name)) + ".rels";
  std::vector<Relationship> found;
  if (!has(rels)) return found;
  const XmlDocument document = xml(rels);
  const xmlNode* root = ::xmlDocGetRootElement(document.get());
  for (const xmlNode* node = root->children; node != nullptr; node = node->next) {
    if (name_of(node) != "Relationship" || attribute(node, "TargetMode") == "External") continue;
    const std::string_view type = attribute(node, "Type");
    found.push_back({std::string(attribute(node, "Id")),
                     std::string(type.substr(type.rfind('/') + 1)),
                     resolve(part, attribute(node, "Target"))});
  }
  return found;
}

std::optional<std::string> OpcPackage::target_of(const std::vector<Relationship>& relationships,
                                                 std::string_view type) {
  const auto found = std::find_if(relationships.begin(), relationships.end(),
                                  [type](const Relationship& r) { return r.type == type; });
  if (found == relationships.end()) return std::nullopt;
  return found->target;
}

const Relationship* OpcPackage::referred(const std::vector<Relationship>& relationships,
                                         const xmlNode* node, std::string_view name) {
  // An element may also have an id of its own, without a namespace.
  for (const xmlAttr* a = node->properties; a != nullptr; a = a->next) {
    const bool plain = a->children != nullptr && a->children->type == XML_TEXT_NODE;
    if (a->ns == nullptr || !plain || view(a->name) != name) continue;
    const std::string_view id = view(a->children->content);
    const auto found = std::find_if(relationships.begin(), relationships.end(),
                                    [id](const Relationship& r) { return r.id == id; });
    if (found != relationships.end()) return &*found;
  }
  return nullptr;
}

std::string OpcPackage::main_part() {
  const auto target = target_of(relationships(""), "officeDocument");
  if (!target) broken("does not say which part is the document");
  return *target;
}

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
