// SPDX-License-Identifier: Apache-2.0
// Reduces libxml2's reader to element starts, ends and text.
#include "pipeline/extract/xml/xml_stream.hpp"

#include <limits>
#include <new>

#include "pipeline/extract/xml/attribute_limit.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
#include "pipeline/extract/xml/xml_errors.hpp"

namespace assay::extract {

namespace {

[[noreturn]] void fail() {
  if (xml_out_of_memory()) throw std::bad_alloc();
  throw XmlError("not well-formed");
}

}  // namespace

XmlStream::XmlStream(std::string_view bytes) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw XmlError("too large");
  }
  require_few_attributes(bytes, Markup::Xml);
  watch_xml_errors();
  constexpr int kOptions =
      XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
  reader_.reset(::xmlReaderForMemory(bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr,
                                     kOptions));
  if (!reader_) throw std::bad_alloc();
}

XmlStream::Event XmlStream::next() {
  if (end_pending_) {
    end_pending_ = false;
    return Event::End;
  }
  for (;;) {
    const int result = ::xmlTextReaderRead(reader_.get());
    if (result == 0) return Event::EndOfDocument;
    if (result < 0) fail();
    switch (::xmlTextReaderNodeType(reader_.get())) {
      case XML_READER_TYPE_ELEMENT:
        end_pending_ = ::xmlTextReaderIsEmptyElement(reader_.get()) == 1;
        return Event::Begin;
      case XML_READER_TYPE_END_ELEMENT:
        return Event::End;
      case XML_READER_TYPE_TEXT:
      case XML_READER_TYPE_CDATA:
      case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
        return Event::Text;
      case XML_READER_TYPE_DOCUMENT_TYPE:
        throw XmlError("not plain: it declares a document type or entities");
      default:
        break;
    }
  }
}

std::string_view XmlStream::name() const {
  return view(::xmlTextReaderConstLocalName(reader_.get()));
}

std::string_view XmlStream::text() const {
  return view(::xmlTextReaderConstValue(reader_.get()));
}

std::string XmlStream::attribute(std::string_view name) const {
  const xmlNode* node = ::xmlTextReaderCurrentNode(reader_.get());
  return node == nullptr ? std::string() : std::string(extract::attribute(node, name));
}

}  // namespace assay::extract
