// SPDX-License-Identifier: Apache-2.0
// Reads both, "Info" first.
#include "pipeline/extract/pdf/pdf_properties.hpp"

#include <poppler/cpp/poppler-document.h>

#include <array>
#include <chrono>
#include <ctime>
#include <string>

#include "core/base/time.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {
namespace {

struct PdfProperty {
  FactName name;
  const char* key;           // of "Info"; empty if it has none
  std::string_view element;  // of XMP, by its local name
};
constexpr std::array kPdfTexts{
    PdfProperty{FactName::Title, "Title", "title"},
    PdfProperty{FactName::Author, "Author", "creator"},
    PdfProperty{FactName::Language, "", "language"},
    PdfProperty{FactName::Version, "", "VersionID"},
};
constexpr std::array kPdfDates{
    PdfProperty{FactName::Created, "CreationDate", "CreateDate"},
    PdfProperty{FactName::Changed, "ModDate", "ModifyDate"},
};

std::string utf8_of(const poppler::ustring& text) {
  const poppler::byte_array bytes = text.to_utf8();
  return {bytes.begin(), bytes.end()};
}

// Empty if there is none, or one that does not parse.
std::string info_date(const poppler::document& document, const char* key) {
  const std::time_t seconds = document.info_date_t(key);
  constexpr std::time_t kYear10000 = 253'402'300'800;
  if (seconds <= 0 || seconds >= kYear10000) return {};
  return to_iso8601(Timestamp(std::chrono::seconds(seconds)));
}

// The text of the first element of that local name. A property may also be an attribute.
std::string xmp_text(const xmlNode* root, std::string_view name) {
  std::string text;
  bool found = false;
  walk(
      root,
      [&](const xmlNode* node) {
        if (found) return false;
        if (node->type == XML_ELEMENT_NODE && name_of(node) == "Description") {
          const std::string_view value = attribute(node, name);
          if (!value.empty()) {
            text = value;
            found = true;
          }
        }
        if (name_of(node) != name) return true;
        walk(
            node,
            [&text](const xmlNode* below) {
              // Several values, such as a title in several languages: the first.
              if (is_text(below) && clean_line(text).empty()) text = view(below->content);
              return true;
            },
            [](const xmlNode*) {});
        found = true;
        return false;
      },
      [](const xmlNode*) {});
  return clean_line(text);
}

XmlDocument parsed_xmp(const poppler::document& document) {
  const std::string xmp = utf8_of(document.metadata());
  if (clean_line(xmp).empty()) return {};
  try {
    return parse_xml(xmp, Doctype::Refuse);
  } catch (const XmlError&) {
    return {};  // without it, the document is still whole
  }
}

}  // namespace

void add_pdf_properties(const poppler::document& document, PageBuilder& builder) {
  const XmlDocument xmp = parsed_xmp(document);
  const auto from_xmp = [&xmp](const PdfProperty& one) {
    return xmp ? xmp_text(::xmlDocGetRootElement(xmp.get()), one.element) : std::string();
  };
  for (const PdfProperty& one : kPdfTexts) {
    std::string value = *one.key == '\0' ? "" : clean_line(utf8_of(document.info_key(one.key)));
    if (value.empty()) value = from_xmp(one);
    builder.property(one.name, value);
  }
  for (const PdfProperty& one : kPdfDates) {
    std::string value = info_date(document, one.key);
    if (value.empty()) value = from_xmp(one);
    builder.property(one.name, value);
  }
}

}  // namespace assay::extract
