// SPDX-License-Identifier: Apache-2.0
// Runs libxml2 with the options that keep it harmless.
#include "pipeline/extract/xml/xml_document.hpp"

#include <libxml/parser.h>

#include <limits>
#include <new>

#include "pipeline/extract/xml/attribute_limit.hpp"
#include "pipeline/extract/xml/xml_errors.hpp"

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

}  // namespace

XmlDocument parse_xml(std::string_view bytes, Doctype doctype, bool blanks) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw XmlError("too large");
  }
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

}  // namespace assay::extract
