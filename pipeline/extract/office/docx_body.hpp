// SPDX-License-Identifier: Apache-2.0
// Converts one part of a Word document (body, notes, header) to blocks.
#pragma once

#include <libxml/tree.h>

#include <optional>
#include <string>
#include <vector>

#include "pipeline/extract/office/docx_numbering.hpp"
#include "pipeline/extract/office/docx_styles.hpp"
#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/table/table_spans.hpp"

namespace assay::extract {

// For walk(): enters and leaves every node of the part, in order.
class DocxBody {
 public:
  DocxBody(const DocxStyles& styles, DocxNumbering& numbering, PageBuilder& builder)
      : styles_(styles), numbering_(numbering), builder_(builder) {}

  [[nodiscard]] bool enter(const xmlNode* node);
  void leave(const xmlNode* node);

 private:
  struct Paragraph {
    std::string text;
    std::string style;
    int outline = -1;
    std::optional<ListPlace> list;
  };
  struct Table {
    explicit Table(const xmlNode* table) : node(table) {}
    const xmlNode* node;
    SpanTable spans;
    bool in_header = true;  // so far every row is marked as one
    std::string cell;
  };

  void enter_paragraph(const xmlNode* node);
  void leave_paragraph();
  void add(const Paragraph& paragraph);
  void run_content(const xmlNode* node, std::string_view name);
  bool enter_table_part(const xmlNode* node, std::string_view name);
  void leave_table_part(const xmlNode* node, std::string_view name);
  void add_cell(const xmlNode* node);

  const DocxStyles& styles_;
  DocxNumbering& numbering_;
  PageBuilder& builder_;
  std::vector<Paragraph> paragraphs_;  // open ones: a text box's are inside that of its anchor
  std::optional<Table> table_;         // the outermost; inner ones join its cell's text
};

}  // namespace assay::extract
