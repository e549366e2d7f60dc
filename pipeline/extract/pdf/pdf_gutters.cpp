// SPDX-License-Identifier: Apache-2.0
// A gap is a gutter if lines above or below leave it free too, with text on both sides.
#include "pipeline/extract/pdf/pdf_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace assay::extract {
namespace {

constexpr double kWideGap = 0.8;     // of the line that is cut, in sizes of its font
constexpr double kLeastStrip = 0.3;  // that stays free in the lines around it
constexpr std::size_t kAround = 3;   // bands looked at in each direction
constexpr std::size_t kSupport = 2;  // of these that leave the gap free

struct Piece {
  double left = 0;
  double right = 0;
};

// Lines at one height, with the stretches that hold text.
struct Stretch {
  double top = 0;
  double bottom = 0;
  std::vector<Piece> pieces;
};

void add_pieces(const PdfLine& line, std::vector<Piece>& out) {
  double left = line.left;
  for (const PdfGap& gap : line.gaps) {
    out.push_back({left, gap.left});
    left = gap.right;
  }
  out.push_back({left, line.right});
}

class Gutters {
 public:
  explicit Gutters(const std::vector<PdfLine>& lines) : lines_(lines), band_of_(lines.size()) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].upright && lines[i].right > lines[i].left) order.push_back(i);
    }
    std::ranges::stable_sort(order, {}, [&lines](std::size_t i) { return middle(lines[i]); });
    for (const std::size_t i : order) {
      if (bands_.empty() || middle(lines[i]) > bands_.back().bottom - lines[i].height() * 0.2) {
        bands_.push_back({lines[i].top, lines[i].bottom, {}});
      }
      band_of_[i] = bands_.size() - 1;
      add_pieces(lines[i], bands_.back().pieces);
    }
  }

  [[nodiscard]] bool is_gutter(std::size_t line, const PdfGap& gap) const {
    const double size = lines_[line].size;
    if (gap.right - gap.left < size * kWideGap) return false;
    return support(line, gap, -1) + support(line, gap, 1) >= kSupport;
  }

 private:
  static double middle(const PdfLine& line) { return (line.top + line.bottom) / 2; }

  // How many bands in one direction leave the gap free, until one does not.
  [[nodiscard]] std::size_t support(std::size_t line, const PdfGap& gap, int step) const {
    const double least = lines_[line].size * kLeastStrip;
    Piece free{gap.left, gap.right};
    std::size_t count = 0;
    auto at = static_cast<std::ptrdiff_t>(band_of_[line]) + step;
    for (; count < kAround && at >= 0 && at < std::ssize(bands_); at += step) {
      const Stretch& band = bands_[static_cast<std::size_t>(at)];
      const Stretch& before = bands_[static_cast<std::size_t>(at - step)];
      const double space = std::max(band.top - before.bottom, before.top - band.bottom);
      if (space > lines_[line].height() * 2) break;
      bool left = false;
      bool right = false;
      Piece rest = free;
      for (const Piece& piece : band.pieces) {
        const bool is_left = (piece.left + piece.right) / 2 < (free.left + free.right) / 2;
        (is_left ? left : right) = true;
        if (is_left) rest.left = std::max(rest.left, piece.right);
        if (!is_left) rest.right = std::min(rest.right, piece.left);
      }
      if (rest.right - rest.left < least) break;
      // A line on one side alone neither supports the gap nor speaks against it.
      if (left && right) ++count;
      free = rest;
    }
    return count;
  }

  const std::vector<PdfLine>& lines_;
  std::vector<Stretch> bands_;
  std::vector<std::size_t> band_of_;
};

std::vector<WordInText> words_between(const PdfLine& line, std::size_t from, std::size_t to) {
  std::vector<WordInText> out;
  for (WordInText word : line.words) {
    if (word.start < from || word.end > to) continue;
    word.start -= from;
    word.end -= from;
    out.push_back(word);
  }
  return out;
}

std::vector<PdfGap> gaps_between(const PdfLine& line, std::size_t from, std::size_t to) {
  std::vector<PdfGap> out;
  for (PdfGap gap : line.gaps) {
    if (gap.text_end <= from || gap.next_start >= to) continue;
    gap.text_end -= from;
    gap.next_start -= from;
    out.push_back(gap);
  }
  return out;
}

// Gives a piece of a line that part of its text, in bytes.
void take_text(const PdfLine& line, std::size_t from, std::size_t to, PdfLine& piece) {
  piece.text = line.text.substr(from, to - from);
  piece.words = words_between(line, from, to);
  piece.gaps = gaps_between(line, from, to);
}

}  // namespace

std::vector<PdfLine> cut_at_gutters(std::vector<PdfLine> lines) {
  const bool any =
      std::ranges::any_of(lines, [](const PdfLine& line) { return !line.gaps.empty(); });
  if (!any) return lines;
  const Gutters gutters(lines);
  std::vector<PdfLine> out;
  out.reserve(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    PdfLine rest = lines[i];
    std::size_t cut = 0;  // of the text
    for (const PdfGap& gap : lines[i].gaps) {
      if (!gutters.is_gutter(i, gap)) continue;
      PdfLine piece = rest;
      take_text(lines[i], cut, gap.text_end, piece);
      piece.right = gap.left;
      out.push_back(std::move(piece));
      cut = gap.next_start;
      rest.left = gap.right;
      rest.first_word_width = gap.next_width;
    }
    if (cut > 0) take_text(lines[i], cut, lines[i].text.size(), rest);
    out.push_back(std::move(rest));
  }
  return out;
}

}  // namespace assay::extract
