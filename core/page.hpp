// SPDX-License-Identifier: Apache-2.0
// What reading a document yields: pages of text, and where headings, paragraphs and rows stand.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace assay {

enum class BlockKind { Heading, Paragraph, ListItem, TableRow };

// A stretch of its page's text: [start, end) in code points, without the line break behind it.
// Blocks are in order of reading and do not overlap; all of a page's words stand in some block.
struct Block {
  BlockKind kind = BlockKind::Paragraph;
  int level = 0;  // of a heading: 1 is the highest; 0 for all other kinds
  std::size_t start = 0;
  std::size_t end = 0;
};

// A page of a PDF, a sheet of a workbook, a slide; one page for formats without pages. text is
// valid UTF-8 without NUL and ends with '\n' unless empty. The document's text is the pages' texts
// one after another with nothing between, so offsets into the document follow from the lengths.
struct Page {
  int number = 1;
  std::string text;
  std::vector<Block> blocks;
};

}  // namespace assay
