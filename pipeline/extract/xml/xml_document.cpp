// SPDX-License-Identifier: Apache-2.0
// Runs libxml2 with the options that keep it harmless, and records its errors. Reduces its reader
// to element starts, ends and text.
#include "pipeline/extract/xml/xml_document.hpp"

#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include <limits>
#include <new>

#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

using Context = CHandle<xmlParserCtxt, xmlFreeParserCtxt>;

// Results of the SAX hooks below for parse_xml, through the context's private pointer.
struct Guard {
  Doctype doctype = Doctype::Refuse;
  bool refused = false;
};

void stop(void* context) {
  auto* parser = static_cast<xmlParserCtxtPtr>(context);
  static_cast<Guard*>(parser->_private)->refused = true;
  ::xmlStopParser(parser);
}

void on_doctype(void* context, const xmlChar* /*name*/, const xmlChar* /*id*/,
                const xmlChar* /*url*/) {
  auto* parser = static_cast<xmlParserCtxtPtr>(context);
  if (static_cast<Guard*>(parser->_private)->doctype == Doctype::Refuse) stop(context);
}

void on_entity(void* context, const xmlChar* /*name*/, int /*type*/, const xmlChar* /*id*/,
               const xmlChar* /*url*/, xmlChar* /*content*/) {
  stop(context);
}

thread_local bool allocation_failed = false;

// libxml2 prescribes the type; the error is const only in later releases.
void on_error(void* /*context*/, xmlErrorPtr error) {
  if (error != nullptr && error->code == XML_ERR_NO_MEMORY) allocation_failed = true;
}

// libxml2 counts bytes in an int.
void require_size(std::string_view bytes) {
  if (bytes.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max())) return;
  throw ReadFailure(ExtractProblem::Limit,
                    "The XML has more than 2 GB. Split it into smaller files.");
}

[[noreturn]] void fail() {
  if (xml_out_of_memory()) throw std::bad_alloc();
  throw XmlError("not well-formed");
}

}  // namespace

XmlDocument parse_xml(std::string_view bytes, Doctype doctype, bool blanks) {
  require_size(bytes);
  require_few_attributes(bytes, Markup::Xml);
  const Context context(::xmlNewParserCtxt());
  if (!context) throw std::bad_alloc();
  watch_xml_errors();
  Guard guard{doctype};
  context->_private = &guard;
  context->sax->internalSubset = on_doctype;
  context->sax->entityDecl = on_entity;
  const int options = XML_PARSE_NONET | XML_PARSE_COMPACT | XML_PARSE_NOERROR |
                      XML_PARSE_NOWARNING | (blanks ? 0 : XML_PARSE_NOBLANKS);
  XmlDocument document(::xmlCtxtReadMemory(
      context.get(), bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr, options));
  if (guard.refused) throw XmlError("not plain: it declares a document type or entities");
  if (context->errNo == XML_ERR_NO_MEMORY || xml_out_of_memory()) throw std::bad_alloc();
  if (!document || context->wellFormed == 0) throw XmlError("not well-formed");
  return document;
}

void watch_xml_errors() {
  allocation_failed = false;
  ::xmlResetLastError();
  ::xmlSetStructuredErrorFunc(nullptr, on_error);
}

bool xml_out_of_memory() {
  const xmlError* last = ::xmlGetLastError();
  return allocation_failed || (last != nullptr && last->code == XML_ERR_NO_MEMORY);
}

XmlStream::XmlStream(std::string_view bytes) {
  require_size(bytes);
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
