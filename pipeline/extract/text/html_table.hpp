// SPDX-License-Identifier: Apache-2.0
// Collects one HTML table: its cells with their spans, and which rows are headers.
#pragma once

#include <libxml/tree.h>

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/table/table_spans.hpp"

namespace assay::extract {

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
