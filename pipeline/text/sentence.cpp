// SPDX-License-Identifier: Apache-2.0
// Finds sentence ends in two passes: lines that belong together, then full stops within them.
#include "pipeline/text/sentence.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "core/extract/row_text.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::text {
namespace {

using namespace std::string_view_literals;

// Longer lines were never wrapped to a page: each is a paragraph of its own.
constexpr std::size_t kWidestPage = 160;
// A shorter line is a title or a list entry rather than a wrapped line.
constexpr std::size_t kShortLine = 30;
// A shorter named value was not wrapped either.
constexpr std::size_t kShortField = 60;

// A full stop after these never ends a sentence.
constexpr std::array kOpenAbbreviations{
    "e.g"sv,  "i.e"sv, "eg"sv,   "ie"sv,     "mr"sv,  "mrs"sv,  "ms"sv,   "dr"sv,   "prof"sv,
    "vs"sv,   "cf"sv,  "viz"sv,  "approx"sv, "fig"sv, "figs"sv, "sec"sv,  "sect"sv, "art"sv,
    "para"sv, "pp"sv,  "vol"sv,  "ch"sv,     "app"sv, "ref"sv,  "refs"sv, "ver"sv,  "rev"sv,
    "st"sv,   "est"sv, "incl"sv, "max"sv,    "min"sv, "tel"sv,  "ext"sv};
// After these it does if a capitalised function word follows ("Acme Ltd. The ...").
constexpr std::array kClosingAbbreviations{
    "etc"sv,  "inc"sv, "ltd"sv, "corp"sv, "co"sv,  "llc"sv, "jr"sv,  "sr"sv,  "dept"sv,
    "al"sv,   "jan"sv, "feb"sv, "mar"sv,  "apr"sv, "jun"sv, "jul"sv, "aug"sv, "sep"sv,
    "sept"sv, "oct"sv, "nov"sv, "dec"sv,  "a.m"sv, "p.m"sv, "u.s"sv, "u.k"sv, "e.u"sv};
// After these it does unless a number follows ("No. 7", "p. 12").
constexpr std::array kNumberAbbreviations{"no"sv, "nos"sv, "p"sv, "art"sv};

bool ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

bool ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool ascii_lower(char c) {
  return c >= 'a' && c <= 'z';
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// The range of `text` without white space at both ends.
ByteRange trimmed(std::string_view text, ByteRange range) {
  while (range.start < range.end) {
    std::size_t at = range.start;
    if (!is_space(utf8::next(text, at))) break;
    range.start = at;
  }
  while (range.end > range.start) {
    std::size_t last = range.end - 1;
    while (last > range.start && (static_cast<unsigned char>(text[last]) & 0xC0) == 0x80) --last;
    std::size_t at = last;
    if (!is_space(utf8::next(text, at))) break;
    range.end = last;
  }
  return range;
}

// "-", "*", "•", "1.", "2.3", "(a)", "iv)", "#", "|": the beginnings of an entry's own line.
bool begins_entry(std::string_view line) {
  for (const auto mark : {"- "sv, "* "sv, "+ "sv, "#"sv, "|"sv, "\u2022"sv, "\u25aa"sv, "\u25cf"sv,
                          "\u2013 "sv, "\u2014 "sv, "\u25e6"sv, "\uf0b7"sv}) {
    if (line.starts_with(mark)) return true;
  }
  std::size_t at = line.starts_with('(') ? 1 : 0;
  const std::size_t start = at;
  while (at < line.size() && at - start < 8 &&
         (ascii_digit(line[at]) || (line[at] == '.' && at > start && ascii_digit(line[at - 1])))) {
    ++at;
  }
  if (at > start) {
    if (at < line.size() && line[at] == ')') return true;
    return line[at - 1] == '.' && at < line.size() && line[at] == ' ';
  }
  while (at < line.size() && at - start < 4 && ascii_letter(line[at])) ++at;
  const bool one = at - start == 1;
  const bool roman = at > start && line.substr(start, at - start).find_first_not_of("ivxIVX") ==
                                       std::string_view::npos;
  return (one || roman) && at < line.size() && line[at] == ')';
}

// "Name: x; Owner: y": a table row as the office file readers write it.
bool is_row(std::string_view line) {
  const std::size_t first = line.find(": ");
  if (first == std::string_view::npos) return false;
  const std::size_t next = line.find("; ", first);
  return next != std::string_view::npos && line.find(": ", next) != std::string_view::npos;
}

// "Approved by: J. Doe": a named value on a line of its own.
bool is_field(std::string_view line) {
  constexpr std::size_t kLongestName = 32;
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > kLongestName) return false;
  const std::string_view name = line.substr(0, colon);
  return !ascii_lower(name.front()) && std::ranges::count(name, ' ') <= 3 &&
         name.find_first_of(".,;(") == std::string_view::npos &&
         (colon + 1 == line.size() || line[colon + 1] == ' ');
}

// Whether the break between two lines only wraps a sentence. width: the text's longest line.
bool wraps(std::string_view line, std::string_view next, std::size_t width) {
  if (begins_entry(next) || is_row(line) || is_row(next) || is_field(next)) return false;
  if (ascii_lower(next.front()) || line.ends_with(',')) return true;
  if (is_field(line) && line.size() < kShortField) return false;
  if (width > kWidestPage || line.size() < kShortLine) return false;
  const std::size_t word = std::min(next.find(' '), next.size());
  return (line.size() + 1 + word) * 8 > width * 7;
}

// Groups of lines that belong together.
std::vector<ByteRange> passages(std::string_view text) {
  std::vector<ByteRange> lines;  // an empty one for a blank line
  std::size_t width = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(trimmed(text, {start, end}));
    width = std::max(width, lines.back().size());
    start = end + 1;
  }
  std::vector<ByteRange> out;
  bool open = false;
  ByteRange last;
  for (const ByteRange line : lines) {
    if (line.size() == 0) {
      open = false;
      continue;
    }
    if (open && wraps(last.of(text), line.of(text), width)) {
      out.back().end = line.end;
    } else {
      out.push_back(line);
    }
    last = line;
    open = true;
  }
  return out;
}

// The word that ends at `end`, including dots within it.
std::string_view word_before(std::string_view text, std::size_t end) {
  std::size_t start = end;
  while (start > 0 && end - start < 24 &&
         (ascii_letter(text[start - 1]) || ascii_digit(text[start - 1]) ||
          (text[start - 1] == '.' && start > 1))) {
    --start;
  }
  return text.substr(start, end - start);
}

bool ends_by_rule(std::string_view passage, std::size_t dot, std::string_view rest) {
  const std::string_view word = word_before(passage, dot);
  if (word.empty()) return true;
  const std::size_t start = dot - word.size();
  const bool at_front = start == 0 || (start == 1 && passage[0] == '(');
  if (at_front && word.size() <= 8 &&
      (ascii_digit(word[0]) || word.size() == 1 ||
       word.find_first_not_of("ivxIVX") == std::string_view::npos)) {
    return false;  // "2.3. Access rights"
  }
  const std::string name = lower(word);
  if (among(kOpenAbbreviations, name)) return false;
  if (word.size() == 1 && ascii_letter(word[0]) && word[0] < 'a') return false;  // an initial
  if (among(kNumberAbbreviations, name)) return !ascii_digit(rest.front());
  if (!among(kClosingAbbreviations, name)) return true;
  const std::size_t end = std::min(rest.find(' '), rest.size());
  return !ascii_lower(rest.front()) && is_stop_word(lower(rest.substr(0, end)));
}

// Where the sentence with its final mark at `at` ends: after closing quotes and brackets. nullopt:
// the mark does not end a sentence.
std::optional<std::size_t> sentence_end(std::string_view passage, std::size_t at) {
  std::size_t end = at + 1;
  while (end < passage.size()) {
    bool closer = false;
    for (const auto mark : {"."sv, "!"sv, "?"sv, ")"sv, "]"sv, R"(")"sv, "'"sv, "*"sv, "_"sv,
                            "\u201d"sv, "\u2019"sv}) {
      if (!passage.substr(end).starts_with(mark)) continue;
      end += mark.size();
      closer = true;
      break;
    }
    if (!closer) break;
  }
  if (end >= passage.size()) return passage.size();
  if (passage[end] != ' ' && passage[end] != '\n' && passage[end] != '\t') return std::nullopt;
  const ByteRange rest = trimmed(passage, {end, passage.size()});
  if (rest.size() == 0) return passage.size();
  if (passage[at] == '.') {
    if (ascii_lower(passage[rest.start])) return std::nullopt;
    if (!ends_by_rule(passage, at, passage.substr(rest.start))) return std::nullopt;
  }
  return end;
}

// Full-width marks always end a sentence. Returns the bytes of the mark, or 0.
std::size_t full_width_mark(std::string_view rest) {
  for (const auto mark : {"\u3002"sv, "\uff01"sv, "\uff1f"sv}) {
    if (rest.starts_with(mark)) return mark.size();
  }
  return 0;
}

// Quoted values of a row: what stands in them, sentences or names, belongs to one cell.
std::vector<ByteRange> quoted_values(std::string_view passage) {
  std::vector<ByteRange> out;
  if (passage.find('"') == std::string_view::npos || !is_row(passage)) return out;
  for (const RowCell& cell : row_cells(passage)) {
    if (cell.quoted_value) out.push_back({cell.value_start, cell.value_end});
  }
  return out;
}

void split_passage(std::string_view text, ByteRange range, std::vector<ByteRange>& out) {
  const std::string_view passage = range.of(text);
  const std::vector<ByteRange> whole = quoted_values(passage);
  auto next_whole = whole.begin();
  std::size_t start = 0;
  const auto close = [&](std::size_t end) {
    const ByteRange found = trimmed(text, {range.start + start, range.start + end});
    if (found.size() > 0) out.push_back(found);
    start = end;
  };
  for (std::size_t at = 0; at < passage.size();) {
    const char c = passage[at];
    while (next_whole != whole.end() && next_whole->end <= at) ++next_whole;
    if (next_whole != whole.end() && at >= next_whole->start) {
      at = next_whole->end;
      continue;
    }
    std::optional<std::size_t> end;
    if (c == '.' || c == '!' || c == '?') {
      end = sentence_end(passage, at);
    } else if (const std::size_t wide = full_width_mark(passage.substr(at)); wide > 0) {
      end = at + wide;
    }
    if (end) close(*end);
    at = end ? *end : at + 1;
  }
  if (start < passage.size()) close(passage.size());
}

}  // namespace

std::vector<ByteRange> sentences(std::string_view text) {
  std::vector<ByteRange> out;
  for (const ByteRange passage : passages(text)) split_passage(text, passage, out);
  return out;
}

}  // namespace assay::text
