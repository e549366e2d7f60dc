// SPDX-License-Identifier: Apache-2.0
// The closed classes of words, and where the clauses of a sentence begin and end.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/assess/language/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

using namespace std::string_view_literals;

namespace grammar {

using Words = std::span<const std::string_view>;

// Most words of a list begin otherwise: that is seen without a call.
[[nodiscard]] constexpr bool among(Words words, std::string_view word) {
  return !word.empty() && std::ranges::any_of(words, [word](std::string_view one) {
    return one.front() == word.front() && one == word;
  });
}

// Whether one of the terms is one of the words.
[[nodiscard]] inline bool any_among(std::span<const text::Term> terms, Words words) {
  return std::ranges::any_of(terms,
                             [words](const text::Term& term) { return among(words, term.word); });
}

// Whether the text contains one of the phrases.
[[nodiscard]] inline bool holds_any(std::string_view text, Words phrases) {
  return std::ranges::any_of(phrases, [text](std::string_view phrase) {
    return text.find(phrase) != std::string_view::npos;
  });
}

// The name of the table's line that has the word; empty where none has it.
[[nodiscard]] constexpr std::string_view name_of(
    std::span<const std::pair<std::string_view, Words>> table, std::string_view word) {
  const auto found =
      std::ranges::find_if(table, [word](const auto& line) { return among(line.second, word); });
  return found == table.end() ? std::string_view() : found->first;
}

[[nodiscard]] constexpr bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}
[[nodiscard]] constexpr bool is_small(char c) {
  return c >= 'a' && c <= 'z';
}
[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool participle(std::string_view word) {
  return (word.size() > 4 && word.ends_with("ed")) || among(lists::kParticiples, word);
}
// "boxes", but not "glass".
[[nodiscard]] constexpr bool ends_in_s(std::string_view word) {
  return word.ends_with('s') && !word.ends_with("ss");
}

}  // namespace grammar

// The words of a wording by their numbers. Refers to the wording, which must outlive it.
class IndexedWords {
 public:
  explicit IndexedWords(const text::Wording& said) : text_(said.text), terms_(said.terms) {}

  // Empty before the first one and after the last one.
  [[nodiscard]] std::string_view word(std::size_t at) const {
    return at < terms_.size() ? std::string_view(terms_[at].word) : std::string_view();
  }
  // The bytes from the end of a word to the next one.
  [[nodiscard]] std::string_view gap(std::size_t at) const {
    const std::size_t end = at + 1 < terms_.size() ? terms_[at + 1].start : text_.size();
    return text_.substr(terms_[at].end, end - terms_[at].end);
  }
  // The bytes before a word.
  [[nodiscard]] std::string_view before(std::size_t at) const {
    return text_.substr(0, terms_[at].start);
  }

  // Clauses end at semicolons, colons of rows, and at commas before a conjunction.
  [[nodiscard]] std::size_t clause_start(std::size_t before) const {
    std::size_t start = 0;
    for (const auto mark : lists::kClauseMarks) {
      const std::size_t at = text_.substr(0, before).rfind(mark);
      if (at != std::string_view::npos) start = std::max(start, at + mark.size());
    }
    return start;
  }
  [[nodiscard]] std::size_t clause_end(std::size_t from) const {
    std::size_t end = text_.size();
    for (const auto mark : lists::kClauseMarks) end = std::min(end, text_.find(mark, from));
    return end;
  }

 protected:
  std::string_view text_;
  const std::vector<text::Term>& terms_;
};

}  // namespace assay::assess
