// SPDX-License-Identifier: Apache-2.0
// Finds attributes and children by local name.
#include "pipeline/extract/xml/tree_walk.hpp"

#include <charconv>

namespace assay::extract {

std::string_view attribute(const xmlNode* node, std::string_view name) {
  if (node->type != XML_ELEMENT_NODE) return {};
  for (const xmlAttr* a = node->properties; a != nullptr; a = a->next) {
    if (view(a->name) != name) continue;
    // Without entity expansion a value is one text node, unless it holds references: then only its
    // first part can be trusted.
    return a->children == nullptr || a->children->type != XML_TEXT_NODE
               ? std::string_view()
               : view(a->children->content);
  }
  return {};
}

int number_attribute(const xmlNode* node, std::string_view name, int fallback) {
  const std::string_view text = attribute(node, name);
  int value = fallback;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() ? value : fallback;
}

const xmlNode* child(const xmlNode* node, std::string_view name) {
  if (node == nullptr || node->type != XML_ELEMENT_NODE) return nullptr;
  for (const xmlNode* c = node->children; c != nullptr; c = c->next) {
    if (name_of(c) == name) return c;
  }
  return nullptr;
}

}  // namespace assay::extract
