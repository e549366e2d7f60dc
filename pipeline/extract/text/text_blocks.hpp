// SPDX-License-Identifier: Apache-2.0
// Converts a parsed HTML tree, its tables, and plain text to blocks; also for HTML inside Markdown
// and the text inside other documents.
#pragma once

#include <libxml/tree.h>

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {

// All: also navigation, and what the page states not to be shown.
enum class HtmlParts { Shown, All };
// Adds the content of the tree below root, never scripts and styles.
void add_html_tree(const xmlNode* root, HtmlParts parts, PageBuilder& builder);
// html: UTF-8 source of part of a page. Ends no page.
void add_html_fragment(std::string_view html, PageBuilder& builder);
// The source of a page in UTF-8, by the encoding that it declares.
[[nodiscard]] std::string html_to_utf8(std::string_view bytes);

// text: UTF-8. Ends no page.
void add_plain_text(std::string_view text, PageBuilder& builder);

// Whether the table arranges the page and is no data: it holds headings, or tables without itself
// having a header.
[[nodiscard]] bool arranges_page(const xmlNode* table);

class HtmlTable {
 public:
  explicit HtmlTable(const xmlNode* node) : node_(node) {}

  [[nodiscard]] bool is(const xmlNode* node) const { return node == node_; }
  // For each element of the table, but not of tables inside it.
  void enter(const xmlNode* node, std::string_view name);
  // node: a td or th whose content has been read. strong: all of it is in bold type.
  void add_cell(const xmlNode* node, std::string text, bool strong);
  void write(PageBuilder& builder);

 private:
  struct Line {
    std::size_t headers = 0;  // <th> cells
    std::size_t cells = 0;
    bool in_head = false;
    std::size_t plain = 0;  // cells that are not in bold type
  };
  void mark_headers();

  const xmlNode* node_;
  SpanTable spans_;
  std::vector<Line> lines_;
  bool in_head_ = false;
};

}  // namespace assay::extract
