// SPDX-License-Identifier: Apache-2.0
// Parses XML safely: no network, no external entities, no expansion, no internal DTD subset.
#pragma once

#include <libxml/tree.h>

#include <stdexcept>
#include <string_view>

#include "core/base/c_handle.hpp"

namespace assay::extract {

using XmlDocument = CHandle<xmlDoc, xmlFreeDoc>;

class XmlError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Doctype {
  Refuse,    // office documents may not have one
  NoSubset,  // allowed, but it must not declare anything itself
};

// Throws XmlError if the text is not well-formed or has a forbidden document type, and
// std::bad_alloc, and ReadFailure as require_few_attributes() does. blanks: keep text nodes that
// contain only spaces.
[[nodiscard]] XmlDocument parse_xml(std::string_view bytes, Doctype doctype, bool blanks = true);

}  // namespace assay::extract
