// SPDX-License-Identifier: Apache-2.0
// Reads the words of a text as index terms: folded to lower case, stemmed (Snowball English), with
// stop words and numbers marked. Search and assessment read every text with this one function.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::text {

// One word. [start, end) are bytes of the source text.
struct Term {
  std::string word;  // folded (NFKC, lower case), not stemmed: "reviewed", "27001"
  std::string stem;  // the form indexed and compared: "review"
  std::size_t start = 0;
  std::size_t end = 0;
  bool stop = false;    // a function word ("the", "of", "shall"): position kept, never indexed
  bool number = false;  // begins with a digit: "90", "1.5"; "256-bit" is "256" and "bit"
};

// In reading order. Hyphens separate words, so that "multi-factor" and "multi factor" give the same
// terms; decimals ("1.5") and versions ("3.2.1") stay whole. Precondition: text is valid UTF-8.
[[nodiscard]] std::vector<Term> terms(std::string_view text);

// The stems that are indexed: no stop words. Keeps duplicates.
[[nodiscard]] std::vector<std::string> index_stems(std::string_view text);

// NFKC, lower case, white space collapsed to one blank: the form in which two quotes are compared.
[[nodiscard]] std::string folded(std::string_view text);

// A text and its words, read once and shared. A function that takes a Wording also accepts a plain
// text, which is then read for that call only.
struct Wording {
  Wording() = default;
  template <std::convertible_to<std::string_view> Text>
  Wording(const Text& from)  // NOLINT(google-explicit-constructor)
      : Wording(std::string(from), Owned{}) {}

  std::string text;
  std::vector<Term> terms;
  std::string folded;  // see folded()

 private:
  struct Owned {};
  Wording(std::string from, Owned);
};

// Unicode white space, including no-break spaces; other control characters are not white space.
[[nodiscard]] bool is_space(char32_t code_point);

// Replaces runs of white space (line breaks, tabs, no-break spaces) by one blank; trims the ends.
[[nodiscard]] std::string collapsed(std::string_view text);

// Whether it is an English function word: those occur in every sentence and distinguish none. word
// is folded (lower case). "not", "no" and "without" count as function words here; code that
// handles negation reads the words, not the stems.
[[nodiscard]] bool is_stop_word(std::string_view word);

}  // namespace assay::text
