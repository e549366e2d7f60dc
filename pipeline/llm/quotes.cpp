// SPDX-License-Identifier: Apache-2.0
// Aligns quotes with text; compares the words of claims and quotes.
#include "pipeline/llm/verdict.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/assess/language/requirement_words.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::llm {
namespace {

constexpr char32_t kSoftHyphen = 0xAD;

bool is_hyphen(char32_t c) {
  return c == U'-' || c == kSoftHyphen || c == 0x2010 || c == 0x2011;
}

bool is_digit(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_ND;
}

// Letters, digits, and the marks on them.
bool is_of_word(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

// Whether the script puts no spaces between words, so that a word may end anywhere.
bool is_spaceless(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return within(0x0E00, 0x0EFF) ||  // Thai, Lao
         within(0x1000, 0x109F) ||  // Myanmar
         within(0x1780, 0x17FF) ||  // Khmer
         within(0x3040, 0x30FF) ||  // Hiragana, Katakana
         within(0x3400, 0x9FFF) ||  // Han
         within(0xF900, 0xFAFF) ||  //
         within(0xFF66, 0xFF9F) ||  // half-width Katakana
         within(0x20000, 0x3FFFF);  // Han
}

// A significant character and its bytes.
struct Mark {
  char32_t letter = 0;  // lower case
  std::size_t start = 0;
  std::size_t end = 0;
};

std::vector<Mark> marks_of(std::string_view text) {
  std::vector<Mark> marks;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    const char32_t c = utf8::next(text, at);
    if (text::is_space(c) || is_hyphen(c)) continue;
    const auto lower = utf8proc_tolower(static_cast<utf8proc_int32_t>(c));
    marks.push_back({static_cast<char32_t>(lower), start, at});
  }
  return marks;
}

// The code points before and after a position between two of them; 0 if there is none.
char32_t before(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  --at;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
  return utf8::next(text, at);
}

char32_t behind(std::string_view text, std::size_t at) {
  return at < text.size() ? utf8::next(text, at) : 0;
}

bool is_decimal_point(char32_t c) {
  return c == U'.' || c == U',';
}

// Whether a word or a number continues across the position.
bool inside_word(std::string_view text, std::size_t at) {
  const char32_t left = before(text, at);
  const char32_t right = behind(text, at);
  if (left == 0 || right == 0) return false;
  if (left == kSoftHyphen) return is_of_word(right);
  if (right == kSoftHyphen) return is_of_word(left);
  if (is_digit(left) && is_decimal_point(right)) return is_digit(behind(text, at + 1));
  if (is_decimal_point(left) && is_digit(right)) return is_digit(before(text, at - 1));
  return is_of_word(left) && is_of_word(right) && !is_spaceless(left) && !is_spaceless(right);
}

bool cuts_words(std::string_view text, std::size_t start, std::size_t end) {
  return inside_word(text, start) || inside_word(text, end);
}

}  // namespace

std::size_t word_count(std::string_view text) {
  std::size_t count = 0;
  bool counted = false;  // whether the current word is counted
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = utf8::next(text, at);
    if (text::is_space(c)) {
      counted = false;
    } else if (is_of_word(c) && (!counted || is_spaceless(c))) {
      counted = true;
      ++count;
    }
  }
  return count;
}

std::optional<Found> find_quote(std::string_view content, std::string_view quote) {
  if (word_count(quote) < kMinQuoteWords) return std::nullopt;
  for (std::size_t at = content.find(quote); at != std::string_view::npos;
       at = content.find(quote, at + 1)) {
    if (!cuts_words(content, at, at + quote.size())) return Found{at, at + quote.size(), false};
  }
  const auto wanted = marks_of(quote);
  const auto marks = marks_of(content);
  const auto same = [](const Mark& a, const Mark& b) { return a.letter == b.letter; };
  for (auto from = marks.begin();; ++from) {
    from = std::search(from, marks.end(), wanted.begin(), wanted.end(), same);
    if (from == marks.end()) return std::nullopt;
    const auto last = from + static_cast<std::ptrdiff_t>(wanted.size()) - 1;
    if (!cuts_words(content, from->start, last->end)) return Found{from->start, last->end, true};
  }
}

std::string sentences_around(std::string_view content, std::size_t start, std::size_t end) {
  std::string around;
  for (const text::ByteRange& sentence : text::sentences(content)) {
    if (sentence.end <= start || sentence.start >= end) continue;
    around.append(around.empty() ? "" : " ").append(sentence.of(content));
  }
  return around;
}

double carried_share(std::string_view claim, std::span<const Surroundings> all) {
  const assess::RequirementWords asked(claim);
  if (asked.whole <= 0) return 1;
  assess::Overlap said;
  assess::Overlap above;
  for (const Surroundings& one : all) {
    join(said, overlap_of(asked, assess::ConceptText(one.sentences)));
    join(above, overlap_of(asked, assess::ConceptText(one.headings)));
  }
  join(above, said);
  // Half for a word of a concept, and half of that where only a heading has it.
  const auto share = [&asked](const assess::Overlap& words) {
    return (share_of(asked, words.said) + share_of(asked, words.meant)) / 2;
  };
  return (share(said) + share(above)) / 2;
}

}  // namespace assay::llm
