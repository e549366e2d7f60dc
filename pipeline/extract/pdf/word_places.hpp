// SPDX-License-Identifier: Apache-2.0
// Finds the words of a page again in its text, after lines were joined and text was cleaned: a text
// made of lines still knows which words it is made of.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/page_words.hpp"
#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace assay::extract {

struct TracedText {
  std::string text;
  std::vector<WordInText> words;  // in order; a hyphen that joining takes out belongs to none
};

// A cell of a table. A cell that covers several columns or rows has one text in all of them.
struct TracedCell {
  std::size_t column = 0;
  std::shared_ptr<const TracedText> text;
};
// Cells with text, by column.
using TracedRow = std::vector<TracedCell>;

// Appends a line as PdfStyle::append does.
void append_line(const PdfLine& line, const PdfStyle& style, TracedText& text);

// A character that can be seen, and the word that it belongs to. Joining and cleaning change only
// spaces, so the same characters are in the same order before and after.
struct Ink {
  char32_t code = 0;
  const WordInText* word = nullptr;
};

// The words must outlive the result.
[[nodiscard]] std::vector<Ink> inks_of(const TracedText& text);
[[nodiscard]] std::vector<Ink> inks_of(std::string_view text);

// Takes down, block by block, what the text of a page is made of.
class WordPlaces {
 public:
  // The block with this index was made of this text.
  void block(std::size_t index, TracedText made_of);
  // The blocks from this index up to the next one that is taken down were made of these cells, row
  // by row. Headers among the rows may have become names of columns.
  void table(std::size_t first, std::vector<TracedRow> rows);

  // The words of the page. Without its size, none has a place.
  [[nodiscard]] PageWords of_page(const PageBuilder& builder, const ShownPage& page) const;

 private:
  struct Source {
    std::size_t first = 0;  // block
    TracedText text;        // of a block that is not a table
    bool table = false;
    std::vector<TracedRow> rows;  // of a table
  };
  std::vector<Source> sources_;
};

// The inks of a table's block, each with its word, if it is known: names of columns have their
// words from the header, values from the row. rows, next: the rows of the table, and the first of
// them that may be the block's; moves on.
void trace_row(const std::vector<TracedRow>& rows, std::size_t& next,
               std::map<std::size_t, std::vector<Ink>>& names, std::vector<Ink>& block);

}  // namespace assay::extract
