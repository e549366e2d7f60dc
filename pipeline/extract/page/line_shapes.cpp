// SPDX-License-Identifier: Apache-2.0
// Recognises shapes of lines by their first and last characters. Writes numbers as letters and
// Roman numerals.
#include "pipeline/extract/page/line_shapes.hpp"

#include <algorithm>
#include <array>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxTitle = 100;  // in characters

bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool letter(char c) {
  return upper(c) || (c >= 'a' && c <= 'z');
}
bool blank(char c) {
  return c == ' ' || c == '\t';
}

std::size_t blanks(std::string_view line, std::size_t at) {
  while (at < line.size() && blank(line[at])) ++at;
  return at;
}

// "1", "12", "a", "iv", "1.2": the enumerators before ')' or '.' in a marker.
std::size_t enumerator(std::string_view line, std::size_t at) {
  const std::size_t start = at;
  while (at < line.size() && digit(line[at])) ++at;
  if (at > start) return at - start <= 3 ? at : start;
  const auto roman = [](char c) {
    return std::string_view("ivxIVX").find(c) != std::string_view::npos;
  };
  while (at < line.size() && roman(line[at])) ++at;
  if (at > start && at - start <= 5) return at;
  return start < line.size() && letter(line[start]) ? start + 1 : start;
}

// Letters of any script beyond ASCII, but not marks, symbols and figures.
bool letter_of_a_script(char32_t code) {
  const bool symbols = (code >= 0x2000 && code <= 0x2BFF) || (code >= 0x3000 && code <= 0x3040) ||
                       (code >= 0xE000 && code <= 0xF8FF) || code == utf8::kReplacement;
  return code >= 0xC0 && !symbols;
}

bool has_letter(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = utf8::next(text, at);
    if ((code < 0x80 && letter(static_cast<char>(code))) || letter_of_a_script(code)) return true;
  }
  return false;
}

std::string letters(int number, char first) {
  // After z, Word continues with aa, bb.
  if (number < 1) return "0";
  const int count = std::min((number - 1) / 26 + 1, 8);
  std::string text;
  text.append(static_cast<std::size_t>(count), static_cast<char>(first + (number - 1) % 26));
  return text;
}

std::string roman(int number, bool upper) {
  struct Numeral {
    int value;
    const char* lower;
    const char* upper;
  };
  constexpr std::array kNumerals{
      Numeral{100, "c", "C"},  Numeral{90, "xc", "XC"}, Numeral{50, "l", "L"},
      Numeral{40, "xl", "XL"}, Numeral{10, "x", "X"},   Numeral{9, "ix", "IX"},
      Numeral{5, "v", "V"},    Numeral{4, "iv", "IV"},  Numeral{1, "i", "I"}};
  std::string out;
  int rest = std::clamp(number, 0, 999);
  for (const Numeral& numeral : kNumerals) {
    for (; rest >= numeral.value; rest -= numeral.value)
      out += upper ? numeral.upper : numeral.lower;
  }
  return out;
}

}  // namespace

std::size_t bullet_marker(std::string_view line) {
  constexpr std::array<std::string_view, 24> kBullets{
      "-", "*", "+", "•", "◦", "▪", "▫", "‣", "⁃", "●", "○",      "■",
      "□", "–", "·", "►", "➢", "➤", "✓", "✔", "❖", "◆", "\uF0B7", "\uF0A7"};
  for (const std::string_view bullet : kBullets) {
    if (!line.starts_with(bullet)) continue;
    const std::size_t text = blanks(line, bullet.size());
    if (text > bullet.size() && text < line.size()) return text;
  }
  return 0;
}

std::size_t list_marker(std::string_view line) {
  if (const std::size_t bullet = bullet_marker(line)) return bullet;
  const bool open = line.starts_with('(');
  const std::size_t start = open ? 1 : 0;
  const std::size_t end = enumerator(line, start);
  if (end == start || end >= line.size()) return 0;
  const bool closed = line[end] == ')';
  // A letter and a dot are more often an initial than a marker.
  const bool dotted = line[end] == '.' && !open && !upper(line[start]);
  if (!closed && !dotted) return 0;
  const std::size_t text = blanks(line, end + 1);
  return text > end + 1 && text < line.size() ? text : 0;
}

int numbered_level(std::string_view line) {
  std::size_t at = 0;
  int level = 0;
  for (;;) {
    const std::size_t start = at;
    while (at < line.size() && digit(line[at])) ++at;
    if (at == start || at - start > 2) break;
    ++level;
    if (at < line.size() && line[at] == '.') ++at;
  }
  if (level > 0) {
    const std::size_t text = blanks(line, at);
    const bool follows = text > at && text < line.size() && !digit(line[text]);
    return follows && !starts_lower_case(line.substr(text)) ? std::min(level, 6) : 0;
  }
  constexpr std::array<std::string_view, 7> kWords{"Section ", "SECTION ",  "Article ", "ARTICLE ",
                                                   "Chapter ", "Appendix ", "APPENDIX "};
  for (const std::string_view word : kWords) {
    const bool numbered = line.starts_with(word) && line.size() > word.size() &&
                          (digit(line[word.size()]) || upper(line[word.size()]));
    if (numbered) return 1;
  }
  return 0;
}

bool caption(std::string_view line) {
  constexpr std::array<std::string_view, 14> kThings{
      "Table",     "TABLE", "Figure",  "FIGURE",  "Fig.",  "Exhibit", "Chart",
      "Abbildung", "Abb.",  "Tabelle", "Tableau", "Tabla", "Figura",  "Tabella"};
  constexpr std::array<std::string_view, 4> kThingsOfAsia{"표", "그림", "表", "図"};
  line = trim(line);
  if (line.starts_with('[') || line.starts_with('(')) line.remove_prefix(1);
  const auto named = [line](std::string_view thing, bool apart) {
    if (!line.starts_with(thing)) return false;
    const std::size_t number = blanks(line, thing.size());
    return number < line.size() && digit(line[number]) && (!apart || number > thing.size());
  };
  return std::ranges::any_of(kThings, [&](auto thing) { return named(thing, true); }) ||
         std::ranges::any_of(kThingsOfAsia, [&](auto thing) { return named(thing, false); });
}

bool all_capitals(std::string_view line) {
  constexpr char32_t kFirstWithoutCase = 0x0590;  // Hebrew, then Arabic, Chinese and others
  std::size_t capitals = 0;
  for (std::size_t at = 0; at < line.size();) {
    const char32_t code = utf8::next(line, at);
    const bool small = code >= U'a' && code <= U'z';
    if (small || (code >= kFirstWithoutCase && letter_of_a_script(code))) return false;
    if (code >= U'A' && code <= U'Z') ++capitals;
  }
  return capitals >= 3;
}

bool starts_lower_case(std::string_view line) {
  if (line.empty()) return false;
  std::size_t at = 0;
  const char32_t first = utf8::next(line, at);
  return (first >= U'a' && first <= U'z') || (first >= 0xDF && first <= 0xFF && first != 0xF7);
}

bool ends_sentence(std::string_view line) {
  const std::string_view text = trim(line);
  if (text.empty()) return false;
  // Those of Chinese and Japanese, then of Arabic.
  constexpr std::array<std::string_view, 9> kOthers{"。", "、", "，", "；", "：",
                                                    "？", "！", "؟",  "،"};
  return std::string_view(".;,:?!").find(text.back()) != std::string_view::npos ||
         std::ranges::any_of(kOthers, [text](std::string_view end) { return text.ends_with(end); });
}

bool title_like(std::string_view line) {
  const std::string_view text = trim(line);
  // An unclosed bracket means that the line continues elsewhere.
  const bool cut =
      std::count(text.begin(), text.end(), '(') > std::count(text.begin(), text.end(), ')');
  return !text.empty() && utf8::length(text) <= kMaxTitle && !cut && !ends_sentence(text) &&
         !starts_lower_case(text) && has_letter(text);
}

std::string list_number(int number, std::string_view format) {
  if (format == "lowerLetter") return letters(number, 'a');
  if (format == "upperLetter") return letters(number, 'A');
  if (format == "lowerRoman") return roman(number, false);
  if (format == "upperRoman") return roman(number, true);
  if (format == "decimalZero" && number < 10) return "0" + std::to_string(number);
  return std::to_string(number);
}

std::string comment_line(std::string_view author, std::string_view place, std::string_view text) {
  const std::string said = clean_text(text);
  if (said.empty()) return {};
  std::string line = "Comment";
  if (const std::string name = clean_line(author); !name.empty()) line += " by " + name;
  if (!place.empty()) line += " on " + clean_line(place);
  return line + ": " + said;
}

}  // namespace assay::extract
