// SPDX-License-Identifier: Apache-2.0
// Warming up. A reader that misses a file later loses text silently: poppler-cpp does when iconv
// cannot open its UTF-16 converter.
#include "pipeline/extract/warm_up.hpp"

#include <iconv.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <poppler/cpp/poppler-global.h>

#include <clocale>
#include <stdexcept>
#include <string>

#include "pipeline/extract/text_encoding.hpp"

namespace assay::extract {
namespace {

xmlParserInputPtr no_entity(const char* /*url*/, const char* /*id*/, xmlParserCtxtPtr /*context*/) {
  return nullptr;
}

void no_message(void* /*context*/, const char* /*format*/, ...) {}

void load_converters() {
  for (const char* charset : {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE",
                              "WINDOWS-1252", "CP437", "ISO-8859-15", "SHIFT_JIS", "GB18030"}) {
    // Left open on purpose: closing the last user of a converter would unload it again.
    const iconv_t converter = ::iconv_open("UTF-8", charset);
    if (reinterpret_cast<std::intptr_t>(converter) == -1) {  // NOLINT: iconv's own failure value
      throw std::runtime_error(std::string("no converter for ") + charset);
    }
  }
}

}  // namespace

void warm_up() {
  if (std::setlocale(LC_ALL, "C.UTF-8") == nullptr) throw std::runtime_error("no locale C.UTF-8");
  load_converters();
  ::xmlInitParser();
  ::xmlSetExternalEntityLoader(no_entity);
  ::xmlSetGenericErrorFunc(nullptr, no_message);
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
  // The first conversion loads what poppler itself needs.
  static_cast<void>(poppler::ustring::from_latin1("a").to_utf8());
}

}  // namespace assay::extract
