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

class DocxExtras;

class DocxBody {
 public:
  // extras: what the part refers to; nullptr for a part that refers to nothing, such as a note.
  DocxBody(const DocxStyles& styles, DocxNumbering& numbering, PageBuilder& builder,
           DocxExtras* extras)
      : styles_(styles), numbering_(numbering), builder_(builder), extras_(extras) {}

  // Adds all blocks of the part, each followed by what it refers to.
  void add_part(const xmlNode* root);

 private:
  // For walk(): enters and leaves every node of the part, in order.
  [[nodiscard]] bool enter(const xmlNode* node);
  void leave(const xmlNode* node);
  // Adds what was referred to, once the paragraph or table around it has ended.
  void write_references();
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
    bool bold_first_row = false;
    bool plain = false;  // some text of the current row is not bold
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
  DocxExtras* extras_;
  std::vector<const xmlNode*> references_;
  std::vector<Paragraph> paragraphs_;  // open ones: a text box's are inside that of its anchor
  std::optional<Table> table_;         // the outermost; inner ones join its cell's text
};

}  // namespace assay::extract
