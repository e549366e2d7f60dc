// SPDX-License-Identifier: Apache-2.0
// Writers set bullets in fonts of their own and numbers far to the left, so that they come as lines
// of their own, often all of them before the texts.
#include "pipeline/extract/pdf/pdf_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/line_shapes.hpp"

namespace assay::extract {
namespace {

constexpr double kNearest = 0.9;  // sizes of the font between marker and text
constexpr double kFarthest = 5;
constexpr std::size_t kMaxLooked = 64;  // lines at about the same height
constexpr std::size_t kMaxDots = 500;   // a page with more is a drawing
constexpr std::size_t kLongestMarker = 10;
constexpr std::size_t kShortestClause = 25;

enum class Marker { None, Bullet, Number, Clause };

// Fonts of symbols have their letters here.
bool symbol(std::string_view text) {
  std::size_t at = 0;
  const char32_t code = utf8::next(text, at);
  return code >= 0xF000 && code <= 0xF0FF && at == text.size();
}

// "2.1", "2.1.", "3.2.1": at least two levels.
bool clause(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  return text.find('.') != std::string_view::npos && numbered_level(std::string(text) + " X") >= 2;
}

Marker marker_of(const PdfLine& line) {
  const std::string& text = line.text;
  if (!line.upright || text.empty() || text.size() > kLongestMarker) return Marker::None;
  if (text == "o" || symbol(text) || bullet_marker(text + " x") > 0) return Marker::Bullet;
  if (list_marker(text + " x") > 0) return Marker::Number;
  const bool capital = text.size() == 2 && text[0] >= 'A' && text[0] <= 'Z' && text[1] == '.';
  if (capital) return Marker::Number;
  return clause(text) ? Marker::Clause : Marker::None;
}

double middle(const PdfLine& line) {
  return (line.top + line.bottom) / 2;
}

// Puts the marker in front of the text.
void put_before(const PdfLine& marker, PdfLine& line) {
  const std::size_t moved = marker.text.size() + 1;
  line.text = marker.text + " " + line.text;
  for (WordInText& word : line.words) {
    word.start += moved;
    word.end += moved;
  }
  for (PdfGap& gap : line.gaps) {
    gap.text_end += moved;
    gap.next_start += moved;
  }
  line.words.insert(line.words.begin(), marker.words.begin(), marker.words.end());
  line.gaps.insert(line.gaps.begin(),
                   {marker.text.size(), moved, marker.right, line.left, line.first_word_width});
  line.text_left = line.left;
  line.left = std::min(line.left, marker.left);
  line.top = std::min(line.top, marker.top);
  line.bottom = std::max(line.bottom, marker.bottom);
  line.first_word_width = marker.right - marker.left;
  line.marker = moved;
}

class Markers {
 public:
  Markers(std::vector<PdfLine>& lines, const PdfRules& rules) : lines_(lines), rules_(rules) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      kinds_.push_back(marker_of(lines[i]));
      if (lines[i].upright) order_.push_back(i);
    }
    std::ranges::stable_sort(order_, {}, [this](std::size_t i) { return middle(lines_[i]); });
  }

  [[nodiscard]] bool any() const {
    return std::ranges::any_of(kinds_, [](Marker kind) { return kind != Marker::None; });
  }
  // The line that the marker belongs to.
  [[nodiscard]] std::optional<std::size_t> text_of(std::size_t marker) const;

 private:
  [[nodiscard]] bool beside(const PdfLine& marker, const PdfLine& line) const;

  std::vector<PdfLine>& lines_;
  const PdfRules& rules_;
  std::vector<Marker> kinds_;
  std::vector<std::size_t> order_;  // of upright lines, by height
};

bool Markers::beside(const PdfLine& marker, const PdfLine& line) const {
  const double shared = std::min(marker.bottom, line.bottom) - std::max(marker.top, line.top);
  const double em = std::max(marker.size, line.size);
  const double gap = line.left - marker.right;
  return shared >= std::min(marker.height(), line.height()) * 0.4 && gap > -em * 0.5 &&
         gap < em * kFarthest && !ruled_between(rules_, marker.right, line.left, middle(marker));
}

std::optional<std::size_t> Markers::text_of(std::size_t marker) const {
  if (kinds_[marker] == Marker::None) return std::nullopt;
  const PdfLine& own = lines_[marker];
  const double reach = std::max(own.size, own.height());
  const auto begin = std::ranges::lower_bound(order_, middle(own) - reach, {},
                                              [this](std::size_t i) { return middle(lines_[i]); });
  std::optional<std::size_t> found;
  std::size_t looked = 0;
  std::size_t beside_it = 0;  // lines at the same height
  for (auto at = begin; at != order_.end() && middle(lines_[*at]) <= middle(own) + reach; ++at) {
    if (++looked > kMaxLooked) return std::nullopt;
    const PdfLine& line = lines_[*at];
    if (*at == marker) continue;
    if (middle(line) > own.top && middle(line) < own.bottom) ++beside_it;
    if (line.left < own.right - own.size * 0.5 || !beside(own, line)) continue;
    if (!found || line.left < lines_[*found].left) found = *at;
  }
  if (!found || kinds_[*found] != Marker::None) return std::nullopt;
  // Figures in a table are no numbers of clauses.
  const bool cell = beside_it > 1 || lines_[*found].text.size() < kShortestClause;
  if (kinds_[marker] == Marker::Clause && cell) return std::nullopt;
  return found;
}

// The bullet that is drawn before the line, as a line of its own.
std::optional<PdfLine> drawn_bullet(const PdfLine& line, const PdfRules& rules) {
  if (!line.upright || line.marker > 0 || list_marker(line.text) > 0) return std::nullopt;
  const auto begin = std::ranges::lower_bound(rules.dots, line.top, {}, &PdfDot::top);
  std::size_t looked = 0;
  for (auto dot = begin; dot != rules.dots.end() && dot->bottom <= line.bottom; ++dot) {
    const double gap = line.left - dot->right;
    const bool sized = dot->bottom - dot->top <= line.size * 0.8;
    if (sized && gap > line.size * 0.15 && gap < line.size * 2.5) {
      PdfLine bullet;
      bullet.text = "\xE2\x80\xA2";
      bullet.left = dot->left;
      bullet.right = dot->right;
      bullet.top = line.top;
      bullet.bottom = line.bottom;
      bullet.size = line.size;
      return bullet;
    }
    if (++looked == kMaxLooked) break;
  }
  return std::nullopt;
}

// Whether a text ends closely before the place: then the shape is part of a line.
bool text_before(const std::vector<PdfLine>& lines, const PdfLine& bullet) {
  return std::ranges::any_of(lines, [&bullet](const PdfLine& line) {
    const double gap = bullet.left - line.right;
    return gap > -bullet.size && gap < bullet.size * 2 && middle(line) > bullet.top &&
           middle(line) < bullet.bottom;
  });
}

void add_drawn_bullets(const PdfRules& rules, std::vector<PdfLine>& lines) {
  if (rules.dots.empty() || rules.dots.size() > kMaxDots) return;
  std::size_t found = 0;
  for (PdfLine& line : lines) {
    const auto bullet = drawn_bullet(line, rules);
    if (!bullet) continue;
    if (++found > kMaxDots) return;
    if (!text_before(lines, *bullet)) put_before(*bullet, line);
  }
}

// Says where the text begins in a line that has its marker already.
void mark(PdfLine& line) {
  if (line.marker > 0 || line.gaps.empty() || !line.upright) return;
  const PdfGap& gap = line.gaps.front();
  if (gap.right - gap.left < line.size * kNearest) return;  // justified text has wide gaps too
  PdfLine first;
  first.text = line.text.substr(0, gap.text_end);
  if (marker_of(first) == Marker::None) return;
  line.marker = gap.next_start;
  line.text_left = gap.right;
}

}  // namespace

std::vector<PdfLine> join_markers(std::vector<PdfLine> lines, const PdfRules& rules) {
  for (PdfLine& line : lines) mark(line);
  add_drawn_bullets(rules, lines);
  const Markers markers(lines, rules);
  if (!markers.any()) return lines;
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const auto text = markers.text_of(i)) found.emplace_back(i, *text);
  }
  std::vector<bool> gone(lines.size());
  for (const auto& [marker, text] : found) {
    if (lines[text].marker > 0) continue;
    put_before(lines[marker], lines[text]);
    gone[marker] = true;
  }
  std::vector<PdfLine> out;
  out.reserve(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!gone[i]) out.push_back(std::move(lines[i]));
  }
  return out;
}

}  // namespace assay::extract
