// SPDX-License-Identifier: Apache-2.0
// Where lines are set far apart, poppler takes each for a block of its own and goes from one column
// to the other with each line.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace assay::extract {
namespace {

constexpr double kLeastGutter = 0.5;    // in sizes of the font
constexpr double kLeastColumn = 12;     // its width, likewise
constexpr std::size_t kLeastLines = 4;  // of a column
constexpr std::size_t kLeastTurns = 4;  // from one column to the other
constexpr double kFull = 0.75;          // of the column, that a line of running text takes
constexpr double kAligned = 0.1;        // of a line's height

// The strip between two columns.
struct Strip {
  double left = 0;
  double right = 0;

  [[nodiscard]] bool left_of_it(const PdfLine& line) const {
    return line.left + line.right < left + right;
  }
  // Keeps what the line leaves free; false if that is too little.
  [[nodiscard]] bool keep_free_of(const PdfLine& line) {
    if (left_of_it(line)) {
      left = std::max(left, line.right);
    } else {
      right = std::min(right, line.left);
    }
    return right - left >= line.size * kLeastGutter;
  }
};

struct TextColumn {
  double left = 0;
  double right = 0;
  std::vector<const PdfLine*> lines;

  void add(const PdfLine& line) {
    left = lines.empty() ? line.left : std::min(left, line.left);
    right = std::max(right, line.right);
    lines.push_back(&line);
  }
  [[nodiscard]] double width() const { return right - left; }
  // Lines of running text fill their column. Cells of a table and fields of a form do not.
  [[nodiscard]] bool running_text() const {
    if (lines.size() < kLeastLines || width() < lines.front()->size * kLeastColumn) return false;
    const auto full = std::ranges::count_if(
        lines, [this](const PdfLine* line) { return line->right - line->left >= width() * kFull; });
    return static_cast<std::size_t>(full) * 2 > lines.size();
  }
};

double middle_of(const PdfLine& line) {
  return (line.top + line.bottom) / 2;
}

// Whether most lines of one column stand at the height of one in the other, as cells of rows do.
bool are_rows(const TextColumn& left, const TextColumn& right) {
  const auto aligned = std::ranges::count_if(left.lines, [&right](const PdfLine* line) {
    return std::ranges::any_of(right.lines, [line](const PdfLine* other) {
      return std::abs(middle_of(*line) - middle_of(*other)) < line->height() * kAligned;
    });
  });
  return static_cast<std::size_t>(aligned) * 2 > left.lines.size();
}

bool beside(const PdfLine& a, const PdfLine& b) {
  return std::abs(middle_of(a) - middle_of(b)) < std::max(a.height(), b.height()) * 2;
}

// Puts the lines of the left column before those of the right one, if they are two columns of
// running text.
void put_apart(std::span<PdfLine> run, const Strip& strip, const PdfRules& rules) {
  TextColumn left;
  TextColumn right;
  std::size_t turns = 0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const bool is_left = strip.left_of_it(run[i]);
    (is_left ? left : right).add(run[i]);
    if (i > 0 && is_left != strip.left_of_it(run[i - 1])) ++turns;
    if (ruled_between(rules, strip.left, strip.right, middle_of(run[i]))) return;
  }
  if (turns < kLeastTurns || !left.running_text() || !right.running_text()) return;
  if (are_rows(left, right)) return;
  std::ranges::stable_partition(run,
                                [&strip](const PdfLine& line) { return strip.left_of_it(line); });
}

}  // namespace

std::vector<PdfLine> untangle_columns(std::vector<PdfLine> lines, const PdfRules& rules) {
  for (std::size_t begin = 0; begin + 1 < lines.size();) {
    const PdfLine& first = lines[begin];
    const PdfLine& second = lines[begin + 1];
    Strip strip{std::min(first.right, second.right), std::max(first.left, second.left)};
    std::size_t end = begin;
    if (first.upright && second.upright && beside(first, second)) {
      while (end < lines.size() && lines[end].upright) {
        Strip rest = strip;
        if (!rest.keep_free_of(lines[end])) break;
        strip = rest;
        ++end;
      }
    }
    if (end > begin + 1) put_apart(std::span(lines).subspan(begin, end - begin), strip, rules);
    begin = std::max(begin + 1, end);
  }
  return lines;
}

}  // namespace assay::extract
