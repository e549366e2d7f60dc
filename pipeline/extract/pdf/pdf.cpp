// SPDX-License-Identifier: Apache-2.0
// Reads PDF with poppler: opens it or refuses with the reason, reads its properties ("Info" first),
// then goes page by page.
#include "pipeline/extract/pdf/pdf.hpp"

#include <poppler/GlobalParams.h>
#include <poppler/cpp/poppler-document.h>

#include <array>
#include <chrono>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "pipeline/extract/pdf/pdf_words.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {
namespace {

constexpr const char* kBroken =
    "The PDF is damaged and cannot be read. Open it in a PDF program, save it as a new file, and "
    "upload that.";

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

void warm_up_pdf() {
  static const GlobalParamsIniter kept(nullptr);
}

std::unique_ptr<poppler::document> open_pdf(std::string_view bytes) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw ReadFailure(ExtractProblem::Limit,
                      "The PDF has more than 2 GB. Split it into smaller files.");
  }
  std::unique_ptr<poppler::document> document(
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
  if (!document) throw ReadFailure(ExtractProblem::Broken, kBroken);
  if (document->is_locked()) {
    throw ReadFailure(ExtractProblem::Encrypted,
                      "The PDF is protected by a password. Upload a copy without one.");
  }
  const int count = document->pages();
  if (count <= 0) throw ReadFailure(ExtractProblem::Broken, kBroken);
  if (static_cast<std::size_t>(count) > frames::kMaxPages) {
    throw ReadFailure(ExtractProblem::Limit, "The PDF has " + std::to_string(count) +
                                                 " pages, and at most " +
                                                 std::to_string(frames::kMaxPages) +
                                                 " are allowed. Split it into smaller files.");
  }
  return document;
}

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

void read_pdf(std::string_view bytes, PageBuilder& builder) {
  const std::unique_ptr<poppler::document> document = open_pdf(bytes);
  add_pdf_properties(*document, builder);
  PdfWords words(bytes);
  const int count = document->pages();
  std::vector<PdfPage> pages;
  std::vector<bool> pictures;
  bool any_picture = false;
  std::size_t text_bytes = 0;
  for (int i = 0; i < count; ++i) {
    builder.progress(static_cast<std::size_t>(i), static_cast<std::size_t>(count), any_picture);
    // A page that cannot be opened keeps its number, so that the other numbers stay right.
    pages.push_back(words.page(i));
    const PageLook look = look_of(*document, i, pages.back());
    pictures.push_back(look != PageLook::Text);
    any_picture = any_picture || pictures.back();
    if (look == PageLook::UnreadableText) pages.back().lines.clear();
    for (const PdfLine& line : pages.back().lines) text_bytes += line.text.size();
    if (text_bytes > frames::kMaxTextBytes) {
      throw ReadFailure(ExtractProblem::Limit,
                        "The PDF holds more than 50 MB of text. Split it into smaller files.");
    }
  }
  const PdfStyle style(pages);
  PdfPages out(style, builder);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (pictures[i]) builder.picture();
    builder.label(words.label(static_cast<int>(i)));
    out.add(pages[i]);
  }
}

}  // namespace assay::extract
