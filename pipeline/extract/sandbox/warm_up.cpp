// SPDX-License-Identifier: Apache-2.0
// Loads files in advance. A reader that misses a file later loses text silently: poppler-cpp does
// if iconv cannot open its UTF-16 converter.
#include "pipeline/extract/sandbox/warm_up.hpp"

#include <gmime/gmime.h>
#include <iconv.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <poppler/cpp/poppler-global.h>

#include <clocale>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"
#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/page/text_encoding.hpp"

namespace assay::extract {
namespace {

xmlParserInputPtr no_entity(const char* /*url*/, const char* /*id*/, xmlParserCtxtPtr /*context*/) {
  return nullptr;
}

void no_message(void* /*context*/, const char* /*format*/, ...) {}

void load_converters(std::initializer_list<const char*> charsets) {
  for (const char* charset : charsets) {
    // Left open on purpose: closing the last use of a converter would unload it again.
    const iconv_t converter = ::iconv_open("UTF-8", charset);
    if (reinterpret_cast<std::intptr_t>(converter) == -1) {  // NOLINT: iconv's own failure value
      throw std::runtime_error(std::string("no converter for ") + charset);
    }
  }
}

// GLib registers types when they are first used, and GMime looks at the locale. Neither starts a
// thread.
void warm_up_mail() {
  ::g_mime_init();
  static_cast<void>(::g_random_int());  // reads its seed from a device
  constexpr std::string_view kMessage =
      "Subject: =?utf-8?q?a?=\nContent-Type: text/plain; charset=utf-8\n\na\n";
  GMimeStream* stream = ::g_mime_stream_mem_new_with_buffer(kMessage.data(), kMessage.size());
  GMimeParser* parser = ::g_mime_parser_new_with_stream(stream);
  GMimeMessage* message = ::g_mime_parser_construct_message(parser, nullptr);
  if (message == nullptr) throw std::runtime_error("GMime cannot read a message");
  static_cast<void>(::g_mime_message_get_subject(message));
  ::g_object_unref(message);
  ::g_object_unref(parser);
  ::g_object_unref(stream);
}

}  // namespace

void warm_up() {
  if (std::setlocale(LC_ALL, "C.UTF-8") == nullptr) throw std::runtime_error("no locale C.UTF-8");
  load_converters({"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "WINDOWS-1252",
                   "CP437", "ISO-8859-15", "SHIFT_JIS", "GB18030"});
  ::xmlInitParser();
  ::xmlSetExternalEntityLoader(no_entity);
  ::xmlSetGenericErrorFunc(nullptr, no_message);
  warm_up_compound();
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
  // The first digest makes OpenSSL read its settings.
  static_cast<void>(sha256(""));
  warm_up_mail();
  // The first conversion loads what poppler itself needs.
  static_cast<void>(poppler::ustring::from_latin1("a").to_utf8());
}

void load_rare_converters() {
  load_converters({"IBM866",       "ISO-8859-1",   "ISO-8859-2",   "ISO-8859-3",   "ISO-8859-4",
                   "ISO-8859-5",   "ISO-8859-6",   "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-9",
                   "ISO-8859-10",  "ISO-8859-11",  "ISO-8859-13",  "ISO-8859-14",  "ISO-8859-16",
                   "KOI8-R",       "KOI8-U",       "MACINTOSH",    "WINDOWS-874",  "WINDOWS-1250",
                   "WINDOWS-1251", "WINDOWS-1253", "WINDOWS-1254", "WINDOWS-1255", "WINDOWS-1256",
                   "WINDOWS-1257", "WINDOWS-1258", "MAC-CYRILLIC", "GBK",          "GB2312",
                   "BIG5",         "BIG5-HKSCS",   "EUC-JP",       "ISO-2022-JP",  "EUC-KR"});
}

}  // namespace assay::extract
