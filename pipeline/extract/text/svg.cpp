// SPDX-License-Identifier: Apache-2.0
// Reads the words of SVG drawings (SVG 2, chapters 5.8 and 11): title, descriptions and texts in
// the order of the document.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {
namespace {

bool holds_no_words(std::string_view name) {
  constexpr std::array<std::string_view, 3> kNames{"script", "style", "metadata"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool not_displayed(const xmlNode* node) {
  std::string style(attribute(node, "style"));
  std::erase(style, ' ');
  return attribute(node, "display") == "none" || style.find("display:none") != std::string::npos;
}

// Elements whose text is one block; "p" and the like occur in a foreignObject.
bool is_block(std::string_view name) {
  constexpr std::array<std::string_view, 7> kBlocks{"text", "title", "desc",         "p",
                                                    "div",  "li",    "foreignObject"};
  return std::find(kBlocks.begin(), kBlocks.end(), name) != kBlocks.end();
}

class SvgReader {
 public:
  SvgReader(const xmlNode* root, PageBuilder& builder) : root_(root), builder_(builder) {}

  bool enter(const xmlNode* node) {
    if (is_text(node)) {
      text_ += view(node->content);
      return false;
    }
    const std::string_view name = name_of(node);
    if (name.empty() || holds_no_words(name) || not_displayed(node)) return false;
    if (is_block(name)) flush();
    // A span with a place of its own is another line, and no word goes on in it.
    const bool placed =
        name == "tspan" && (node_has(node, "x") || node_has(node, "y") || node_has(node, "dy"));
    if (placed || name == "br") text_ += ' ';
    return true;
  }

  void leave(const xmlNode* node) {
    const std::string_view name = name_of(node);
    if (!is_block(name)) return;
    if (name == "title" && node->parent == root_) {
      builder_.heading(1, clean_line(text_));
      text_.clear();
    }
    flush();
  }

  void flush() {
    builder_.paragraph(clean_line(text_));
    text_.clear();
  }

 private:
  static bool node_has(const xmlNode* node, std::string_view name) {
    return !attribute(node, name).empty();
  }

  const xmlNode* root_;
  PageBuilder& builder_;
  std::string text_;
};

}  // namespace

void read_svg(std::string_view bytes, PageBuilder& builder) {
  XmlDocument document;
  try {
    document = parse_xml(bytes, Doctype::NoSubset);
  } catch (const XmlError& error) {
    throw ReadFailure(ExtractProblem::Broken, std::string("The SVG image cannot be read: it is ") +
                                                  error.what() +
                                                  ". Export it as PDF, and upload that.");
  }
  const xmlNode* root = ::xmlDocGetRootElement(document.get());
  SvgReader reader(root, builder);
  walk(
      root, [&reader](const xmlNode* node) { return reader.enter(node); },
      [&reader](const xmlNode* node) { reader.leave(node); });
  reader.flush();
  builder.end_page();
}

}  // namespace assay::extract
