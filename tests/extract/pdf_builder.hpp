// SPDX-License-Identifier: Apache-2.0
// Writes small PDF files for tests: lines of Helvetica at given places.
#pragma once

#include <string>
#include <vector>

namespace assay::test {

class PdfBuilder {
 public:
  PdfBuilder& page();
  // x and y in points from the bottom left of a letter page; text without parentheses.
  PdfBuilder& line(int x, int y, int size, const std::string& text, bool bold = false);
  // The same in a font whose letters have no width, so that all of them are at one point.
  PdfBuilder& line_without_width(int x, int y, int size, const std::string& text);
  // Raw operators of the page's content (ISO 32000-1, annex A). Fonts: F1 and F2 as for line(), F3
  // without widths, F4 a Chinese one that is not embedded, in GBK.
  PdfBuilder& content(const std::string& operators);
  // A line drawn between two points.
  PdfBuilder& rule(int x0, int y0, int x1, int y1);
  // A link with a frame that the viewer draws.
  PdfBuilder& link(int x0, int y0, int x1, int y1);
  // Has all pages turned clockwise to be shown, by 0, 90, 180 or 270 degrees.
  PdfBuilder& turned(int degrees);
  // Declares that a password is needed; a reader that complies cannot read the content.
  PdfBuilder& encrypted();
  [[nodiscard]] std::string build() const;

 private:
  std::vector<std::string> pages_;
  std::vector<std::string> links_;  // of each page
  bool encrypted_ = false;
  int degrees_ = 0;
};

// Systems and their owners in a drawn grid. "Payroll" stands in one cell beside two owners.
[[nodiscard]] PdfBuilder table_with_a_cell_over_two_rows();

}  // namespace assay::test
