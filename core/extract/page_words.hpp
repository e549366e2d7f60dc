// SPDX-License-Identifier: Apache-2.0
// The places of a page's words, in a form small enough to store with the text: about eight bytes
// per word.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// A word, and its part of the page's text: [start, end) in code points. Its box is given in parts
// of the page's width and height, 0 to 1, from the top left of the page as it is shown.
struct PageWord {
  std::size_t start = 0;
  std::size_t end = 0;
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  std::optional<double> confidence = {};  // 0 to 1, of a recognised word
};

// In order of their places in the text, which do not overlap. A word that the text repeats, such as
// the name of a column, comes once for each place.
struct PageWords {
  double page_width = 0;  // in points, as shown; 0 if it is not known
  double page_height = 0;
  int rotation = 0;  // degrees by which the page is turned to be shown: 0, 90, 180 or 270
  std::vector<PageWord> words;
};

// Boxes are cut to the page and rounded to 1/16,384 of it, sizes of pages to 1/100 of a point.
// Never empty.
[[nodiscard]] std::string encode_words(const PageWords& words);
// Trusts nothing. text_length: code points of the page's text. nullopt unless every place is within
// the text and every box within the page.
[[nodiscard]] std::optional<PageWords> decode_words(std::string_view bytes,
                                                    std::size_t text_length);

}  // namespace assay
