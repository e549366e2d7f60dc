// SPDX-License-Identifier: Apache-2.0
// A PDF page's words, put together to lines.
#pragma once

#include <poppler/cpp/poppler-page.h>

#include <string>
#include <vector>

namespace assay::extract {

// Words that stand close behind one another on one baseline: a line of a paragraph, or the line of
// one table cell. Coordinates are points from the page's top left.
struct PdfLine {
  std::string text;  // UTF-8
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  double size = 0;  // of the font most of it is set in
  double first_word_width = 0;
  bool bold = false;    // all of it
  bool upright = true;  // runs from left to right

  [[nodiscard]] double height() const { return bottom - top; }
};

struct PdfPage {
  double width = 0;
  double height = 0;
  std::vector<PdfLine> lines;  // in reading order
};

[[nodiscard]] PdfPage lines_of_page(const poppler::page& page);

}  // namespace assay::extract
