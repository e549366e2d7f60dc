// SPDX-License-Identifier: Apache-2.0
// Collects the rows of one RTF table and finds the columns by the cells' edges.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/rtf/rtf_tokens.hpp"
#include "pipeline/extract/table/table_spans.hpp"

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
  // Adds the rows and begins anew.
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

}  // namespace assay::extract
