// SPDX-License-Identifier: Apache-2.0
// Reads XML element by element, for parts too large to hold as a tree. As safe as parse_xml.
#pragma once

#include <libxml/xmlreader.h>

#include <string>
#include <string_view>

#include "core/base/c_handle.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {

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

}  // namespace assay::extract
