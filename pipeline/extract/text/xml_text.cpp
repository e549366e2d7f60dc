// SPDX-License-Identifier: Apache-2.0
// Reads XML of any vocabulary: elements with plain values become rows, running text paragraphs.
#include <string>
#include <vector>

#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {
namespace {

bool has_own_text(const xmlNode* node) {
  for (const xmlNode* c = node->children; c != nullptr; c = c->next) {
    if (is_text(c) && !trim(view(c->content)).empty()) return true;
  }
  return false;
}

bool has_elements(const xmlNode* node) {
  for (const xmlNode* c = node->children; c != nullptr; c = c->next) {
    if (c->type == XML_ELEMENT_NODE) return true;
  }
  return false;
}

std::string text_below(const xmlNode* root) {
  std::string text;
  walk(
      root,
      [&text](const xmlNode* node) {
        if (is_text(node)) text += view(node->content);
        return true;
      },
      [](const xmlNode*) {});
  return text;
}

class XmlReader {
 public:
  explicit XmlReader(PageBuilder& builder) : builder_(builder) {}

  bool enter(const xmlNode* node) {
    if (node->type != XML_ELEMENT_NODE) return false;
    if (has_own_text(node) || !has_elements(node)) {
      leaf(node);
      return false;
    }
    flush();
    attributes(node, std::string(name_of(node)) + " ");
    flush();
    return true;
  }

  void leave(const xmlNode* node) {
    if (has_elements(node)) flush();
  }

  void flush() {
    builder_.table_row(cells_);
    cells_.clear();
  }

 private:
  // Adjacent short values make one row; a longer text is a paragraph.
  void leaf(const xmlNode* node) {
    constexpr std::size_t kShort = 120;
    constexpr std::size_t kMaxInARow = 12;
    const std::string text = clean_line(text_below(node));
    attributes(node, std::string(name_of(node)) + " ");
    if (text.size() <= kShort) {
      cells_.push_back({std::string(name_of(node)), text});
      if (cells_.size() >= kMaxInARow) flush();
      return;
    }
    flush();
    builder_.paragraph(text);
  }

  void attributes(const xmlNode* node, const std::string& prefix) {
    for (const xmlAttr* a = node->properties; a != nullptr; a = a->next) {
      const bool plain = a->children != nullptr && a->children->type == XML_TEXT_NODE;
      if (!plain) continue;
      cells_.push_back(
          {prefix + std::string(view(a->name)), std::string(view(a->children->content))});
    }
  }

  PageBuilder& builder_;
  std::vector<Cell> cells_;
};

}  // namespace

void read_xml(std::string_view bytes, PageBuilder& builder) {
  XmlDocument document;
  try {
    document = parse_xml(bytes, Doctype::NoSubset);
  } catch (const XmlError& error) {
    throw ReadFailure(ExtractProblem::Broken,
                      std::string("The XML file cannot be read: it is ") +
                          (error.what() == std::string_view("not well-formed")
                               ? "not well-formed."
                               : "one that declares entities, which Assay does not expand.") +
                          " Correct the file and upload it again.");
  }
  XmlReader reader(builder);
  xmlNode* root = ::xmlDocGetRootElement(document.get());
  if (root != nullptr && !reader.enter(root)) {
    reader.flush();
  } else if (root != nullptr) {
    walk(
        root, [&reader](const xmlNode* node) { return reader.enter(node); },
        [&reader](const xmlNode* node) { reader.leave(node); });
  }
  reader.flush();
  builder.end_page();
}

}  // namespace assay::extract
