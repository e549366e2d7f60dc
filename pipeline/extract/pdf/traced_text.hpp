// SPDX-License-Identifier: Apache-2.0
// A text made of lines that still knows which words of the page it is made of.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

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
// Cells that say something, by column.
using TracedRow = std::vector<TracedCell>;

// Appends a line as PdfStyle::append does.
void append_line(const PdfLine& line, const PdfStyle& style, TracedText& text);

}  // namespace assay::extract
