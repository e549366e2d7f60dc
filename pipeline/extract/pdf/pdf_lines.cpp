// SPDX-License-Identifier: Apache-2.0
// Joins words into lines. Poppler gives words in reading order; this finds where each line ends.
#include "pipeline/extract/pdf/pdf_lines.hpp"
#include "pipeline/extract/pdf/pdf_direction.hpp"

#include <algorithm>
#include <cmath>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/line_shapes.hpp"

namespace assay::extract {
namespace {

// The overlap's share of the smaller extent, 0 to 1.
double overlap(double a0, double a1, double b0, double b1) {
  const double shared = std::min(a1, b1) - std::max(a0, b0);
  const double smaller = std::min(a1 - a0, b1 - b0);
  return smaller > 0 ? shared / smaller : 0;
}

bool same_line(const PdfWord& before, const PdfWord& word, const PdfLine& line) {
  if (before.rotation != word.rotation) return false;
  if (word.rotation == 1 || word.rotation == 3) {
    return overlap(before.left, before.right, word.left, word.right) > 0.5;
  }
  if (overlap(before.top, before.bottom, word.top, word.bottom) < 0.4) {
    return false;
  }
  // Upside down, lines run to the left.
  const double gap = word.rotation == 2 ? before.left - word.right : word.left - before.right;
  const double em = std::max(before.size, word.size);
  // Text after a bullet or number starts at the list's indent, which may be anywhere.
  const bool marker = line.text.size() <= 10 &&
                      (list_marker(line.text + " x") > 0 || numbered_level(line.text + " X") > 0);
  if (marker) return gap > -em && gap < em * 4.0;
  // Poppler notes a space between words of one line only; a gap without one separates two cells.
  return gap > -em && gap < em * (before.space_after ? 1.4 : 0.3);
}

constexpr double kWordSpace = 0.6;  // sizes of the font: wider than most spaces

void append_word(const PdfWord& word, std::string& text, std::vector<WordInText>& words) {
  words.push_back({text.size(), text.size() + word.text.size(), word.shown, word.confidence});
  text += word.text;
}

class LineBuilder {
 public:
  explicit LineBuilder(const PdfRules& rules) : rules_(rules) {}

  void add(const PdfWord& word) {
    if (!current_.text.empty() && same_line(last_, word, current_) && !ruled_off(word)) {
      const bool apart = word.rotation == 0 && word.left - last_.right > word.size * 0.12;
      const std::size_t end = current_.text.size();
      if (last_.space_after || apart) current_.text += ' ';
      if (word.rotation == 0 && word.left - last_.right > word.size * kWordSpace) {
        current_.gaps.push_back({end, current_.text.size(), last_.right, word.left, word.width()});
      }
      extend(word);
    } else {
      finish();
      begin(word);
    }
    last_ = word;
  }

  std::vector<PdfLine> take() {
    finish();
    return std::move(lines_);
  }

 private:
  [[nodiscard]] bool ruled_off(const PdfWord& word) const {
    return word.rotation == 0 &&
           ruled_between(rules_, last_.right, word.left, (word.top + word.bottom) / 2);
  }
  void begin(const PdfWord& word) {
    current_ = {"",        word.left,    word.top,  word.right,         word.bottom,
                word.size, word.width(), word.bold, word.rotation == 0, word.weight};
    append_word(word, current_.text, current_.words);
    current_.tag = word.tag;
    largest_ = word.text.size();
  }
  void extend(const PdfWord& word) {
    append_word(word, current_.text, current_.words);
    current_.left = std::min(current_.left, word.left);
    current_.top = std::min(current_.top, word.top);
    current_.right = std::max(current_.right, word.right);
    current_.bottom = std::max(current_.bottom, word.bottom);
    current_.bold = current_.bold && word.bold;
    if (current_.tag != word.tag) current_.tag = {};
    current_.weight = std::min(current_.weight, word.weight);
    // The longest word's font counts for the line; superscripts and marks do not.
    if (word.text.size() > largest_) {
      largest_ = word.text.size();
      current_.size = word.size;
    }
  }
  void finish() {
    if (any_right_to_left(current_.text)) put_in_reading_order(current_);
    if (!trim(current_.text).empty()) lines_.push_back(std::move(current_));
    current_ = {};
  }

  const PdfRules& rules_;
  std::vector<PdfLine> lines_;
  PdfLine current_;
  PdfWord last_;
  std::size_t largest_ = 0;
};

}  // namespace

std::vector<PdfLine> lines_of_words(const std::vector<PdfWord>& words, const PdfRules& rules) {
  LineBuilder builder(rules);
  for (const PdfWord& word : words) {
    if (!word.text.empty()) builder.add(word);
  }
  return join_markers(untangle_columns(cut_at_gutters(builder.take()), rules), rules);
}

}  // namespace assay::extract
