// SPDX-License-Identifier: Apache-2.0
// A table of a Word document: rows whose cells are distinguished by the positions of their edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/extract/legacy/word_properties.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// A paragraph's text and how the page shows it.
struct WordBlock {
  enum class Kind : std::uint8_t { Paragraph, Heading, ListItem };
  Kind kind = Kind::Paragraph;
  int level = 0;  // of a heading
  std::string text;
};
void add_word_block(const WordBlock& block, PageBuilder& builder);

class WordTable {
 public:
  [[nodiscard]] bool empty() const { return rows_.empty() && cells_.empty() && blocks_.empty(); }
  // A paragraph of the current cell.
  void add(WordBlock block) { blocks_.push_back(std::move(block)); }
  void end_cell();
  void end_row(const WordParagraph& row);
  // Adds the rows, or the paragraphs alone if the table only frames them, and starts over.
  void write(PageBuilder& builder);

 private:
  struct Cell {
    std::vector<WordBlock> blocks;
    bool covered = false;  // by the cell above it
    bool joined = false;   // to the cell before it
  };
  struct Line {
    std::vector<Cell> cells;
    std::vector<int> edges;  // in twentieths of a point; one more than cells, or none
    bool header = false;
  };
  [[nodiscard]] std::vector<int> grid() const;

  std::vector<Line> rows_;
  std::vector<Cell> cells_;
  std::vector<WordBlock> blocks_;
};

}  // namespace assay::extract
