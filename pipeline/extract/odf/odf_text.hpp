// SPDX-License-Identifier: Apache-2.0
// Converts text of an OpenDocument file (a body, a shape, a note) to blocks.
#pragma once

#include <libxml/tree.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/odf/odf_styles.hpp"
#include "pipeline/extract/odf/odf_table.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

class OdfText {
 public:
  // Both must outlive the text.
  OdfText(const OdfStyles& styles, PageBuilder& builder)
      : styles_(styles), lists_(styles), builder_(builder) {}

  // Adds what is below root. left_out: an element inside that is not added, or nullptr. Throws
  // ReadFailure (Limit).
  void add(const xmlNode* root, const xmlNode* left_out = nullptr);
  // Adds the footnotes and endnotes that add() has come across since the last call.
  void add_notes();

 private:
  struct Paragraph {
    std::string text;
    int level = 0;  // of a heading
    std::string list_label;
    bool listed = false;
  };

  [[nodiscard]] bool enter(const xmlNode* node);
  void leave(const xmlNode* node);
  void enter_paragraph(const xmlNode* node);
  void leave_paragraph();
  void add_paragraph(const Paragraph& paragraph);
  void add_comment(const xmlNode* annotation);
  void end_comments();
  [[nodiscard]] bool unseen(const xmlNode* node, std::string_view name) const;

  const OdfStyles& styles_;
  OdfLists lists_;
  PageBuilder& builder_;
  RepeatedText repeated_;
  const xmlNode* left_out_ = nullptr;
  std::vector<Paragraph> paragraphs_;  // open ones: a text box's are inside that of its anchor
  std::optional<OdfTable> table_;      // the outermost; inner ones join its cell's text
  std::vector<const xmlNode*> notes_;
  std::vector<std::string> comments_;  // of what is still open
};

// The visible text below an element in one piece, its paragraphs separated by line breaks.
[[nodiscard]] std::string odf_plain_text(const xmlNode* root);

}  // namespace assay::extract
