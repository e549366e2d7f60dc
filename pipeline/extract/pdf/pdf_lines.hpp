// SPDX-License-Identifier: Apache-2.0
// Joins a PDF page's words into lines. Cuts lines where the lines around them leave the same gap,
// and joins bullets and numbers that stand apart to the text they belong to.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/extract/pdf/pdf_rules.hpp"

namespace assay::extract {

// A place on the page as it is shown, in parts of its width and height.
struct ShownBox {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

// The heading that a tagged PDF says the text is part of.
struct PdfTag {
  int level = 0;    // 1 is the highest; 0: of none
  int element = 0;  // different for each heading

  bool operator==(const PdfTag&) const = default;
};

// One word, with spaces left out. All numbers are finite, left <= right and top <= bottom; a word
// may have no width.
struct PdfWord {
  std::string text;  // UTF-8
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  double size = 0;  // of the font
  bool bold = false;
  int weight = 0;  // of the font, as in CSS (400 regular, 700 bold); 0 if not known
  bool space_after = false;
  int rotation = 0;  // quarter turns, 0 to 3
  ShownBox shown = {};
  std::optional<double> confidence = {};  // 0 to 1, of a recognised word
  PdfTag tag = {};

  [[nodiscard]] double width() const { return right - left; }
};

// A word within a text: [start, end) in bytes.
struct WordInText {
  std::size_t start = 0;
  std::size_t end = 0;
  ShownBox shown = {};
  std::optional<double> confidence = {};
};

// Calls what(code point, its word or null) for each character of a UTF-8 text. words: of the text,
// in order.
template <typename What>
void each_character(std::string_view text, const std::vector<WordInText>& words, const What& what) {
  auto word = words.begin();
  for (std::size_t at = 0; at < text.size();) {
    while (word != words.end() && word->end <= at) ++word;
    const bool inside = word != words.end() && word->start <= at;
    what(utf8::next(text, at), inside ? &*word : nullptr);
  }
}

// More space between two words of a line than letters need.
struct PdfGap {
  std::size_t text_end = 0;    // of the word before, in bytes of the line's text
  std::size_t next_start = 0;  // of the next word
  double left = 0;
  double right = 0;
  double next_width = 0;  // of the next word
};

// Words close to each other on one baseline: a line of a paragraph, or of one table cell.
// Coordinates are points from the page's top left.
struct PdfLine {
  std::string text;  // UTF-8
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  double size = 0;  // font size of most of the line
  double first_word_width = 0;
  bool bold = false;              // all of it
  bool upright = true;            // runs from left to right
  int weight = 0;                 // of its lightest word
  std::vector<PdfGap> gaps = {};  // from left to right
  std::vector<WordInText> words = {};
  std::size_t marker = 0;  // bytes of a list marker that stands apart, with the space after it
  double text_left = 0;    // where the text after this marker begins
  PdfTag tag = {};         // of all its words

  [[nodiscard]] double height() const { return bottom - top; }
};

// The page as it is shown, in points; 0 if that is not known.
struct ShownPage {
  double width = 0;
  double height = 0;
  int rotation = 0;  // degrees by which it is turned to be shown
};

struct PdfPage {
  double width = 0;
  double height = 0;
  std::vector<PdfLine> lines;  // in reading order
  PdfRules rules = {};
  ShownPage shown = {};
};

// words: in reading order. A line ends at an upright rule.
[[nodiscard]] std::vector<PdfLine> lines_of_words(const std::vector<PdfWord>& words,
                                                  const PdfRules& rules = {});

// Keeps the order of the text.
[[nodiscard]] std::vector<PdfLine> cut_at_gutters(std::vector<PdfLine> lines);

// Two columns of running text whose lines come in turns: the left one first.
[[nodiscard]] std::vector<PdfLine> untangle_columns(std::vector<PdfLine> lines,
                                                    const PdfRules& rules);

// Joins each marker to the text behind it and says in both kinds of lines, joined and others, what
// part of them is a marker (PdfLine::marker). The order of the other lines stays.
[[nodiscard]] std::vector<PdfLine> join_markers(std::vector<PdfLine> lines, const PdfRules& rules);

}  // namespace assay::extract
