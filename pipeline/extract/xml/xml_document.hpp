// SPDX-License-Identifier: Apache-2.0
// Parses XML safely, as a tree or element by element: no network, no external entities, no
// expansion, no internal DTD subset. Markup that libxml2 would take hours for is refused: it
// compares each attribute of an element with every other one. libxml2's errors are watched, because
// it continues after a failed allocation, and then reports a different error.
#pragma once

#include <libxml/tree.h>
#include <libxml/xmlreader.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/c_handle.hpp"
#include "pipeline/extract/page/damaged_input.hpp"

namespace assay::extract {

using XmlDocument = CHandle<xmlDoc, xmlFreeDoc>;

class XmlError : public DamagedInput {
 public:
  using DamagedInput::DamagedInput;
};

enum class Doctype {
  Refuse,    // office documents may not have one
  NoSubset,  // allowed, but it must not declare anything itself
};

// Throws XmlError if the text is not well-formed or has a forbidden document type, and
// std::bad_alloc, and ReadFailure (Limit) as require_few_attributes() does and for more than 2 GB.
// blanks: keep text nodes that contain only spaces.
[[nodiscard]] XmlDocument parse_xml(std::string_view bytes, Doctype doctype, bool blanks = true);

// Forgets earlier errors of this thread and records the next ones, without printing them.
void watch_xml_errors();

// Whether an allocation failed since then.
[[nodiscard]] bool xml_out_of_memory();

class XmlStream {
 public:
  // bytes must outlive the stream. next() throws XmlError if they are not well-formed or contain a
  // document type.
  explicit XmlStream(std::string_view bytes);

  enum class Event { Begin, End, Text, EndOfDocument };
  [[nodiscard]] Event next();

  // For Begin and End: the local name.
  [[nodiscard]] std::string_view name() const;
  // For Begin: an attribute by local name, with or without a namespace; empty if there is none.
  [[nodiscard]] std::string attribute(std::string_view name) const;
  [[nodiscard]] std::string_view text() const;

 private:
  CHandle<xmlTextReader, xmlFreeTextReader> reader_;
  bool end_pending_ = false;  // an empty element's End is still to be reported
};

inline constexpr std::size_t kMaxAttributes = 1000;

enum class Markup {
  Xml,
  Html,  // what <script> and <style> hold is no markup
};

// Throws ReadFailure (Limit) if an element of the XML or HTML has more than kMaxAttributes. Looks
// at bytes: every encoding that contains ASCII will do, and UTF-16.
void require_few_attributes(std::string_view bytes, Markup markup);

}  // namespace assay::extract
