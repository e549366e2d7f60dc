// SPDX-License-Identifier: Apache-2.0
// Words of a text as index terms: folded to lower case, stemmed (Snowball English), stop words and
// numbers marked. Search and assessment read every text through this one function.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::text {

// One word. [start, end) are bytes of the text it was read from.
struct Term {
  std::string word;  // folded (NFKC, lower case), as it stands: "reviewed", "27001"
  std::string stem;  // what is indexed and compared: "review"
  std::size_t start = 0;
  std::size_t end = 0;
  bool stop = false;    // a function word ("the", "of", "shall"): position kept, never indexed
  bool number = false;  // begins with a digit: "90", "1.5", "256-bit" reads as "256" and "bit"
};

// In order of reading. Hyphens part words, so that "multi-factor" and "multi factor" give the same
// terms; decimals ("1.5") and versions ("3.2.1") stay whole. Precondition: text is valid UTF-8.
[[nodiscard]] std::vector<Term> terms(std::string_view text);

// The stems that are indexed: no stop words. Duplicates stay.
[[nodiscard]] std::vector<std::string> index_stems(std::string_view text);

// NFKC, lower case, runs of white space to one blank: what two quotes are compared by.
[[nodiscard]] std::string folded(std::string_view text);

// A text and its words, read once for all who ask about them. What asks for one also takes a plain
// text, which is then read for it alone.
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

// White space as Unicode has it, no-break spaces included; other control characters are none.
[[nodiscard]] bool is_space(char32_t code_point);

// Runs of white space (line breaks, tabs, no-break spaces) to one blank, ends trimmed.
[[nodiscard]] std::string collapsed(std::string_view text);

}  // namespace assay::text
