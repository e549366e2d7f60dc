// SPDX-License-Identifier: Apache-2.0
// Collects the cells of one table of an OpenDocument text or slide.
#pragma once

#include <libxml/tree.h>

#include <string>
#include <string_view>

#include "pipeline/extract/odf/odf_repeats.hpp"
#include "pipeline/extract/table/table_spans.hpp"

namespace assay::extract {

class OdfTable {
 public:
  // repeated counts over the whole document, and must outlive the table.
  OdfTable(const xmlNode* node, RepeatedText& repeated) : node_(node), repeated_(repeated) {}

  // Whether each row has at most one cell: the table then only frames running text.
  [[nodiscard]] static bool one_column(const xmlNode* table);

  // For each element inside the table, in order. Those of inner tables change nothing.
  void enter(const xmlNode* node);
  void leave(const xmlNode* node);
  // Adds text to the current cell.
  void add(std::string_view text) { cell_ += text; }

  [[nodiscard]] const xmlNode* node() const { return node_; }
  // Adds the rows under their headings.
  void finish(PageBuilder& builder) const { spans_.write(builder); }

 private:
  void leave_cell(const xmlNode* node);

  const xmlNode* node_;
  RepeatedText& repeated_;
  SpanTable spans_;
  std::string cell_;
};

}  // namespace assay::extract
