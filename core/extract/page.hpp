// SPDX-License-Identifier: Apache-2.0
// A document that was read: pages of text, and the positions of headings, paragraphs and rows.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace assay {

enum class BlockKind { Heading, Paragraph, ListItem, TableRow };

// A range of its page's text: [start, end) in code points, without the line break after it. Blocks
// are in reading order and do not overlap; every word of a page is in some block.
struct Block {
  BlockKind kind = BlockKind::Paragraph;
  int level = 0;  // of a heading: 1 is the highest; 0 for all other kinds
  std::size_t start = 0;
  std::size_t end = 0;
};

// Where the text of a page comes from.
enum class PageSource {
  Text,       // the document holds it
  Picture,    // a picture whose words are still to be recognised; no text yet
  Recognized  // recognised in a picture (OCR)
};

// A page of a PDF, a sheet of a workbook, a slide; one page for formats without pages. text is
// valid UTF-8 without NUL and ends with '\n' unless empty. The document's text is the pages' texts
// concatenated, so offsets into the document follow from the lengths.
struct Page {
  int number = 1;
  std::string text;
  std::vector<Block> blocks;
  PageSource source = PageSource::Text;
  double confidence = 1;  // 0 to 1: of recognised words on average; 1 for other sources
};

}  // namespace assay
