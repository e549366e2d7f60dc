// SPDX-License-Identifier: Apache-2.0
// Writes small PDF files for tests: lines of Helvetica at given places.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace assay::test {

class PdfBuilder {
 public:
  PdfBuilder& page();
  // x and y in points from the bottom left of a letter page; text without parentheses.
  PdfBuilder& line(int x, int y, int size, const std::string& text, bool bold = false);
  // The same in a font whose letters have no width, so that all of them are at one point.
  PdfBuilder& line_without_width(int x, int y, int size, const std::string& text);
  // Letters of scripts that are read from the right, each at its place as seen from the left: A, B
  // and C are Hebrew alef, bet and gimel; a, l, m and s Arabic alef, lam, meem and seen; L is lam
  // and alef in one glyph, F the same as the character U+FEFB. Figures, signs and P to T are
  // themselves.
  PdfBuilder& letters(int x, int y, int size, const std::string& seen);
  // Raw operators of the page's content (ISO 32000-1, annex A). Fonts: F1 and F2 as for line(), F3
  // without widths, F4 a Chinese one that is not embedded, in GBK.
  PdfBuilder& content(const std::string& operators);
  // The lines that follow on the page are content that the document marks, as "P" or "H1"; "" ends
  // it.
  PdfBuilder& tag(const std::string& type);
  // A line drawn between two points.
  PdfBuilder& rule(int x0, int y0, int x1, int y1);
  // A link with a frame that the viewer draws.
  PdfBuilder& link(int x0, int y0, int x1, int y1);
  // Has all pages turned clockwise to be shown, by 0, 90, 180 or 270 degrees.
  PdfBuilder& turned(int degrees);
  // How the pages are called, as the numbers of a tree (ISO 32000-1, 12.4.2): "0 << /S /r >>".
  PdfBuilder& labels(const std::string& numbers);
  // Declares that a password is needed; a reader that complies cannot read the content.
  PdfBuilder& encrypted();
  [[nodiscard]] std::string build() const;

 private:
  std::vector<std::string> pages_;
  std::vector<std::string> links_;  // of each page
  // Of each marked piece: its type and the number of its page, from 0.
  std::vector<std::pair<std::string, std::size_t>> tags_;
  std::string labels_;
  bool encrypted_ = false;
  int degrees_ = 0;
};

// Systems and their owners in a drawn grid. "Payroll" stands in one cell beside two owners.
[[nodiscard]] PdfBuilder table_with_a_cell_over_two_rows();

}  // namespace assay::test
