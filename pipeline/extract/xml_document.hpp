// SPDX-License-Identifier: Apache-2.0
// XML the safe way: no network, no outside entities, no expansion, no document type at all.
#pragma once

#include <libxml/tree.h>

#include <stdexcept>
#include <string_view>

#include "core/c_handle.hpp"

namespace assay::extract {

using XmlDocument = CHandle<xmlDoc, xmlFreeDoc>;

class XmlError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Doctype {
  Refuse,    // office documents may not have one
  NoSubset,  // allowed, but it may not declare anything itself
};

// Throws XmlError when the text is not well-formed or has a document type it may not have, and
// std::bad_alloc. blanks: keep text nodes of nothing but spaces.
[[nodiscard]] XmlDocument parse_xml(std::string_view bytes, Doctype doctype, bool blanks = true);

}  // namespace assay::extract
