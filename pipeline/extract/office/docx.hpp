// SPDX-License-Identifier: Apache-2.0
// Reads a Word document, also one inside another: converts its parts (body, notes, header) to
// blocks, and finds what the text refers to in other parts: footnotes, endnotes, comments, charts,
// diagrams, and documents that Word shows inside this one (altChunk).
#pragma once

#include <libxml/tree.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/office/docx_styles.hpp"
#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {

// As read_docx. chunks: whether documents inside it (altChunk) are read as well.
void read_word(std::string_view bytes, bool chunks, PageBuilder& builder);

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

class DocxExtras {
 public:
  // Reads notes and comments. parts: the relationships of the document's main part. chunks: whether
  // documents inside this one are read; those inside them are not.
  DocxExtras(OpcPackage& package, const std::vector<Relationship>& parts, const DocxStyles& styles,
             DocxNumbering& numbering, bool chunks);

  // Whether the element refers to something that write() adds.
  [[nodiscard]] static bool is_reference(std::string_view name);
  // Adds what the element refers to.
  void write(const xmlNode* reference, PageBuilder& builder);
  // Adds the footnotes and endnotes that nothing referred to.
  void write_rest(PageBuilder& builder) const;

 private:
  struct Note {
    std::string text;
    bool written = false;
  };
  using Notes = std::map<int, Note>;  // by identifier
  void read_notes(const std::string& type, Notes& notes);
  void read_comments();
  [[nodiscard]] std::string text_of(const xmlNode* part) const;
  void write_note(const char* kind, Notes& notes, std::size_t& count, const xmlNode* reference,
                  PageBuilder& builder) const;
  void write_chunk(const xmlNode* reference, PageBuilder& builder);

  OpcPackage& package_;
  const std::vector<Relationship>& parts_;
  const DocxStyles& styles_;
  DocxNumbering& numbering_;
  bool chunks_;
  Notes footnotes_;
  Notes endnotes_;
  std::map<int, std::string> comments_;
  std::size_t footnote_count_ = 0;
  std::size_t endnote_count_ = 0;
};

}  // namespace assay::extract
