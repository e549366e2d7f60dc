// SPDX-License-Identifier: Apache-2.0
// Walks a libxml2 tree without recursion, so that hostile nesting cannot exhaust the stack. Finds
// attributes, children and the text directly in an element.
#pragma once

#include <libxml/tree.h>

#include <string>
#include <string_view>

namespace assay::extract {

// Calls enter(node) for each node below root in document order, and leave(node) after its last
// descendant. If enter returns false, the node's children are skipped (leave is still called).
template <class Enter, class Leave>
void walk(const xmlNode* root, Enter&& enter, Leave&& leave) {
  const xmlNode* node = root->children;
  if (node == nullptr) return;
  for (;;) {
    // The children of an entity reference belong to the entity's declaration, not to this tree.
    const bool descend = enter(node) && node->type == XML_ELEMENT_NODE;
    if (descend && node->children != nullptr) {
      node = node->children;
      continue;
    }
    leave(node);
    while (node->next == nullptr) {
      node = node->parent;
      if (node == root || node == nullptr) return;
      leave(node);
    }
    node = node->next;
  }
}

[[nodiscard]] inline std::string_view view(const xmlChar* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}
[[nodiscard]] inline std::string_view name_of(const xmlNode* node) {
  return node->type == XML_ELEMENT_NODE ? view(node->name) : std::string_view();
}
[[nodiscard]] inline bool is_text(const xmlNode* node) {
  return node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
}
// The attribute's value by local name, in any namespace; empty if there is none.
[[nodiscard]] std::string_view attribute(const xmlNode* node, std::string_view name);
// An integer attribute, or the fallback.
[[nodiscard]] int number_attribute(const xmlNode* node, std::string_view name, int fallback);
// The first child element with that local name, or nullptr.
[[nodiscard]] const xmlNode* child(const xmlNode* node, std::string_view name);

[[nodiscard]] inline std::string direct_text(const xmlNode* element) {
  std::string text;
  for (const xmlNode* below = element->children; below != nullptr; below = below->next) {
    if (is_text(below)) text += view(below->content);
  }
  return text;
}

}  // namespace assay::extract
