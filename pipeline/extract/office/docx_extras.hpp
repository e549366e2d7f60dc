// SPDX-License-Identifier: Apache-2.0
// What the text of a Word document refers to in other parts: footnotes, endnotes, comments, charts,
// diagrams, and documents that Word shows inside this one (altChunk).
#pragma once

#include <libxml/tree.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/office/docx_numbering.hpp"
#include "pipeline/extract/office/docx_styles.hpp"
#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

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
