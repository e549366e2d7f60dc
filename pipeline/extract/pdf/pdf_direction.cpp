// SPDX-License-Identifier: Apache-2.0
// Inverts the Unicode Bidirectional Algorithm (UAX 9) with ICU: what it would have shown like this.
// Follows each letter, so that the words of the line stay known.
#include "pipeline/extract/pdf/pdf_direction.hpp"

#include <unicode/ubidi.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/c_handle.hpp"
#include "core/json/utf8.hpp"

namespace assay::extract {
namespace {

// A letter with the marks that stand on it, and the word that it is part of.
struct Letter {
  std::u32string codes;
  const WordInText* word = nullptr;
};

// Adds a letter, or a mark to the letter before it in the same word.
void add(char32_t code, const WordInText* word, std::vector<Letter>& letters) {
  const bool mark = ::u_charType(static_cast<UChar32>(code)) == U_NON_SPACING_MARK;
  if (mark && !letters.empty() && letters.back().word == word) {
    letters.back().codes += code;
  } else {
    letters.push_back({std::u32string(1, code), word});
  }
}

std::vector<Letter> letters_of(const PdfLine& line) {
  std::vector<Letter> out;
  each_character(line.text, line.words,
                 [&out](char32_t code, const WordInText* word) { add(code, word, out); });
  return out;
}

// Whether a reader of the line begins on the right.
bool begins_right(const std::vector<Letter>& letters) {
  std::ptrdiff_t balance = 0;
  for (const Letter& letter : letters) {
    const char32_t code = letter.codes.front();
    if (right_to_left(code)) ++balance;
    if (::u_charDirection(static_cast<UChar32>(code)) == U_LEFT_TO_RIGHT) --balance;
  }
  return balance >= 0;
}

// The place from the left of each letter as they are read; or, for UBIDI_REORDER_DEFAULT, the place
// in reading of each letter from the left.
std::vector<std::size_t> places_of(const std::vector<Letter>& letters, UBiDiReorderingMode mode) {
  std::u16string text;
  for (const Letter& letter : letters) {
    const char32_t code = letter.codes.front();
    // Letters of two units would make places differ; all that is looked at is their direction.
    const char16_t other = right_to_left(code) ? u'\u05D0' : u'A';
    text += code < 0x10000 ? static_cast<char16_t>(code) : other;
  }
  const CHandle<UBiDi, ::ubidi_close> bidi(::ubidi_open());
  if (!bidi) throw std::bad_alloc();
  UErrorCode error = U_ZERO_ERROR;
  ::ubidi_setReorderingMode(bidi.get(), mode);
  ::ubidi_setPara(bidi.get(), text.data(), static_cast<std::int32_t>(text.size()),
                  begins_right(letters) ? 1 : 0, nullptr, &error);
  std::vector<std::int32_t> places(letters.size());
  ::ubidi_getVisualMap(bidi.get(), places.data(), &error);
  if (U_FAILURE(error)) throw std::runtime_error("the direction of a line cannot be found");
  return {places.begin(), places.end()};
}

// The places from the left of letters as they are read. Figures between the two directions can be
// read in two ways. What keeps "ISO 27001" together is taken if it would be shown like this.
std::vector<std::size_t> reading_order(const std::vector<Letter>& shown) {
  const std::vector<std::size_t> order = places_of(shown, UBIDI_REORDER_INVERSE_NUMBERS_AS_L);
  std::vector<Letter> read;
  read.reserve(order.size());
  for (const std::size_t place : order) read.push_back(shown[place]);
  const std::vector<std::size_t> back = places_of(read, UBIDI_REORDER_DEFAULT);
  for (std::size_t i = 0; i < back.size(); ++i) {
    if (order[back[i]] != i) return places_of(shown, UBIDI_REORDER_INVERSE_LIKE_DIRECT);
  }
  return order;
}

// By place: whether all that is read before it is also shown before it.
std::vector<bool> unmoved(const std::vector<std::size_t>& order) {
  std::vector<bool> out{true};
  std::size_t last = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    last = std::max(last, order[i]);
    out.push_back(last == i);
  }
  return out;
}

// Most writers say which bracket it is, some which shape it has. In a line from the right the
// second kind closes brackets before it opens them.
void mirror_shapes(std::vector<Letter>& letters) {
  constexpr std::u32string_view kBrackets = U"()[]{}";
  std::vector<Letter*> brackets;
  for (Letter& letter : letters) {
    if (kBrackets.find(letter.codes.front()) != kBrackets.npos) brackets.push_back(&letter);
  }
  const auto opens = [&](const Letter* one) { return kBrackets.find(one->codes.front()) % 2 == 0; };
  if (brackets.size() < 2 || opens(brackets.front()) || !opens(brackets.back())) return;
  for (Letter* bracket : brackets) {
    const auto code = static_cast<UChar32>(bracket->codes.front());
    bracket->codes.front() = static_cast<char32_t>(::u_charMirror(code));
  }
}

// Keeps the gaps that still divide the line in two. starts: where letters begin, in bytes. divides:
// as unmoved() says.
void keep_gaps(const std::vector<std::size_t>& starts, const std::vector<bool>& divides,
               std::vector<PdfGap>& gaps) {
  std::erase_if(gaps, [&](const PdfGap& gap) {
    const auto next = std::ranges::lower_bound(starts, gap.next_start);
    const bool same = next != starts.end() && *next == gap.next_start;
    return !same || !divides[static_cast<std::size_t>(next - starts.begin())];
  });
}

}  // namespace

bool right_to_left(char32_t code) {
  const UCharDirection direction = ::u_charDirection(static_cast<UChar32>(code));
  return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}

bool any_right_to_left(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    // All bytes of such letters are above those of Latin and Greek ones.
    if (static_cast<unsigned char>(text[at]) < 0xD6) {
      ++at;
    } else if (right_to_left(utf8::next(text, at))) {
      return true;
    }
  }
  return false;
}

std::u32string seen_from_left(std::u32string_view read) {
  if (std::ranges::none_of(read, right_to_left)) return std::u32string(read);
  std::vector<Letter> letters;
  for (const char32_t code : read) add(code, nullptr, letters);
  std::u32string out;
  for (const std::size_t place : places_of(letters, UBIDI_REORDER_DEFAULT)) {
    out += letters[place].codes;
  }
  return out;
}

void put_in_reading_order(PdfLine& line) {
  const std::vector<Letter> shown = letters_of(line);
  const std::vector<std::size_t> order = reading_order(shown);
  std::vector<Letter> letters;
  letters.reserve(order.size());
  for (const std::size_t place : order) letters.push_back(shown[place]);
  if (begins_right(shown)) mirror_shapes(letters);
  std::string text;
  std::vector<WordInText> words;
  std::vector<std::size_t> starts;  // of letters, in bytes
  const WordInText* before = nullptr;
  for (const Letter& letter : letters) {
    if (letter.word != nullptr && letter.word != before) {
      words.push_back(*letter.word);
      words.back().start = text.size();
    }
    starts.push_back(text.size());
    for (const char32_t code : letter.codes) utf8::append(code, text);
    if (letter.word != nullptr) words.back().end = text.size();
    before = letter.word;
  }
  keep_gaps(starts, unmoved(order), line.gaps);
  line.text = std::move(text);
  line.words = std::move(words);
}

}  // namespace assay::extract
