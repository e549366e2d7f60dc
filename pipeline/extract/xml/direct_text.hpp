// SPDX-License-Identifier: Apache-2.0
// The text that stands directly in an element.
#pragma once

#include <libxml/tree.h>

#include <string>

#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {

[[nodiscard]] inline std::string direct_text(const xmlNode* element) {
  std::string text;
  for (const xmlNode* below = element->children; below != nullptr; below = below->next) {
    if (is_text(below)) text += view(below->content);
  }
  return text;
}

}  // namespace assay::extract
