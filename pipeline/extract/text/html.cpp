// SPDX-License-Identifier: Apache-2.0
// Reads HTML with libxml2's forgiving parser: finds the encoding, reads what the head says of the
// page (title, meta elements, Dublin Core and Open Graph names too, and the language attribute),
// then walks the tree.
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "core/base/ascii.hpp"
#include "core/base/c_handle.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/text/text_blocks.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {

// root: the element "html".
void add_html_properties(const xmlNode* root, PageBuilder& builder);

namespace {

struct MetaName {
  std::string_view name;  // in lower case
  FactName fact;
};
constexpr std::array kMetaNames{
    MetaName{"author", FactName::Author},
    MetaName{"dc.creator", FactName::Author},
    MetaName{"dcterms.creator", FactName::Author},
    MetaName{"article:author", FactName::Author},
    MetaName{"dc.date", FactName::Created},
    MetaName{"dc.date.created", FactName::Created},
    MetaName{"dcterms.created", FactName::Created},
    MetaName{"article:published_time", FactName::Created},
    MetaName{"dcterms.modified", FactName::Changed},
    MetaName{"dc.date.modified", FactName::Changed},
    MetaName{"last-modified", FactName::Changed},
    MetaName{"article:modified_time", FactName::Changed},
    MetaName{"version", FactName::Version},
    MetaName{"dc.language", FactName::Language},
    MetaName{"dcterms.language", FactName::Language},
    MetaName{"content-language", FactName::Language},
};

void add_meta(const xmlNode* meta, PageBuilder& builder) {
  for (const char* attribute_name : {"name", "property", "http-equiv"}) {
    const std::string name = ascii_lower(attribute(meta, attribute_name));
    for (const MetaName& known : kMetaNames) {
      if (name == known.name) builder.property(known.fact, attribute(meta, "content"));
    }
  }
}

using Document = CHandle<xmlDoc, xmlFreeDoc>;

Document parse(std::string_view text) {
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw ReadFailure(ExtractProblem::Limit,
                      "The HTML file has more than 2 GB. Split it into smaller files.");
  }
  require_few_attributes(text, Markup::Html);
  // XML_PARSE_HUGE lifts the limit of 256 open elements, at which the parser would silently drop
  // the rest of the page; unclosed tags easily reach it. HTML has no entities that could blow up,
  // and the tree walk does not recurse.
  constexpr int kOptions = int{XML_PARSE_HUGE} | HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
                           HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_COMPACT;
  return Document(
      ::htmlReadMemory(text.data(), static_cast<int>(text.size()), nullptr, "UTF-8", kOptions));
}

// The value of the first name=... after the place: charset=utf-8, encoding="utf-8".
std::string value_behind(const std::string& head, std::size_t from, std::string_view name) {
  std::size_t at = head.find(name, from);
  if (at == std::string::npos) return {};
  at += name.size();
  while (at < head.size() && (head[at] == '"' || head[at] == '\'' || head[at] == ' ')) ++at;
  const std::size_t end = head.find_first_of("\"' />;?", at);
  return end == std::string::npos ? std::string() : head.substr(at, end - at);
}

// What the first kilobytes declare: charset=... in a <meta>, or the encoding of <?xml.
std::string declared_charset(std::string_view bytes) {
  const std::string head = ascii_lower(bytes.substr(0, 4096));
  const std::size_t meta = head.find("<meta");
  if (meta != std::string::npos) {
    std::string charset = value_behind(head, meta, "charset=");
    if (!charset.empty()) return charset;
  }
  return head.starts_with("<?xml") ? value_behind(head.substr(0, head.find('>')), 0, "encoding=")
                                   : std::string();
}

// Whether a page that declares this charset may be in it. A declaration that could be read as ASCII
// is not in an encoding of two or four bytes ("unicode"). A page that is valid UTF-8 beyond ASCII
// is UTF-8, whatever it says; only encodings of two bytes for a letter could look like it by
// chance.
bool credible(std::string_view charset, std::string_view bytes) {
  for (const std::string_view wide : {"utf-", "utf16", "utf32", "utf8", "utf7", "unicode", "ucs"}) {
    if (charset.starts_with(wide)) return false;
  }
  for (const std::string_view asian : {"gb", "big5", "shift", "sjis", "euc", "iso-2022", "ks_c"}) {
    if (charset.starts_with(asian)) return true;
  }
  return !utf8::valid(bytes);
}

}  // namespace

void add_html_properties(const xmlNode* root, PageBuilder& builder) {
  if (root == nullptr) return;
  builder.property(FactName::Language, attribute(root, "lang"));
  const xmlNode* head = child(root, "head");
  for (const xmlNode* node = head == nullptr ? nullptr : head->children; node != nullptr;
       node = node->next) {
    if (name_of(node) == "title") builder.property(FactName::Title, direct_text(node));
    if (name_of(node) == "meta") add_meta(node, builder);
  }
}

std::string html_to_utf8(std::string_view bytes) {
  const bool marked = bytes.starts_with(utf8::kByteOrderMark) || bytes.starts_with("\xFF\xFE") ||
                      bytes.starts_with("\xFE\xFF");
  const std::string charset = marked ? std::string() : declared_charset(bytes);
  if (!charset.empty() && credible(charset, bytes)) {
    if (auto text = to_utf8_from(charset, bytes)) return std::move(*text);
  }
  return to_utf8(bytes);
}

void add_html_fragment(std::string_view html, PageBuilder& builder) {
  if (trim(html).empty()) return;
  const Document document = parse(html);
  // No tree at all: there were only comments.
  if (document) add_html_tree(::xmlDocGetRootElement(document.get()), HtmlParts::Shown, builder);
}

void read_html(std::string_view bytes, PageBuilder& builder) {
  std::string text = html_to_utf8(bytes);
  // The parser stops at a NUL.
  std::erase(text, '\0');
  const Document document = parse(text);
  if (!document) {
    throw ReadFailure(ExtractProblem::Broken,
                      "The HTML file cannot be read. Save the page again and upload that file.");
  }
  add_html_properties(::xmlDocGetRootElement(document.get()), builder);
  add_html_tree(::xmlDocGetRootElement(document.get()), HtmlParts::Shown, builder);
  // A page that its scripts would show, or one of links alone.
  if (builder.page_empty()) {
    add_html_tree(::xmlDocGetRootElement(document.get()), HtmlParts::All, builder);
  }
  builder.end_page();
}

}  // namespace assay::extract
