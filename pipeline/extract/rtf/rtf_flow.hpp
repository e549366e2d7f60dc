// SPDX-License-Identifier: Apache-2.0
// Builds the paragraphs and tables of one flow of RTF text: the body, a footnote, a text box. Finds
// the columns of a table by the edges of its cells.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/rtf/rtf_characters.hpp"
#include "pipeline/extract/rtf/rtf_tokens.hpp"
#include "pipeline/extract/table/table_rows.hpp"

namespace assay::extract {

struct RtfParagraph {
  int level = 0;  // of a heading
  bool listed = false;
  std::string text;
};
void add_rtf_paragraph(const RtfParagraph& paragraph, PageBuilder& builder);

class RtfTable {
 public:
  // A control word that may describe the row and its cells: trowd, cellx, clvmrg and so on.
  void describe(const RtfToken& token);
  // Whether a row is described but not ended yet.
  [[nodiscard]] bool row_open() const { return open_; }
  [[nodiscard]] bool empty() const { return rows_.empty() && cells_.empty(); }

  void end_cell(std::vector<RtfParagraph> content);
  void end_row();
  // Adds the rows and starts over.
  void write(PageBuilder& builder);

 private:
  struct Place {
    int edge = 0;  // right, in twips
    bool goes_on_right = false;
    bool goes_on_below = false;
  };
  struct RtfRow {
    bool header = false;
    int left = 0;
    std::vector<Place> places;
    std::vector<std::vector<RtfParagraph>> cells;
  };
  [[nodiscard]] bool one_column() const;
  [[nodiscard]] std::vector<int> edges() const;
  static void add_row(RtfRow& row, const std::vector<int>& columns, SpanTable& spans);

  RtfRow described_;
  Place place_;
  bool open_ = false;
  std::vector<std::vector<RtfParagraph>> cells_;
  std::vector<RtfRow> rows_;
};

// What \pard resets.
struct RtfParagraphStyle {
  int style = 0;
  int outline = -1;
  bool in_table = false;
  int nesting = 1;  // of tables
};

class RtfFlow {
 public:
  // Adds to builder, which must outlive the flow.
  explicit RtfFlow(PageBuilder& builder) : builder_(&builder) {}
  // Keeps its text, see finish().
  RtfFlow();

  RtfCharacters& characters() { return label_open_ ? label_characters_ : characters_; }
  void begin_label() { label_open_ = true; }
  void end_label();
  [[nodiscard]] RtfTable& table() { return table_; }

  // level: of the heading that the paragraph is, or 0.
  void end_paragraph(int level, bool in_table);
  void end_cell(int level);
  void end_row();
  // A paragraph of a text box in this flow.
  void add(RtfParagraph paragraph, bool in_table);
  // Adds what has no end of its own. Returns the text, if the flow keeps it.
  [[nodiscard]] std::string finish(int level);

 private:
  void take_paragraph(int level);

  std::unique_ptr<CollectedPage> kept_;
  std::unique_ptr<PageBuilder> own_;
  PageBuilder* builder_;
  RtfCharacters characters_;
  RtfCharacters label_characters_;
  bool label_open_ = false;
  std::string label_;  // of the current paragraph
  RtfTable table_;
  std::vector<RtfParagraph> cell_;  // paragraphs that no cell or paragraph outside a table ended
};

}  // namespace assay::extract
