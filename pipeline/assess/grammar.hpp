// SPDX-License-Identifier: Apache-2.0
// The closed classes of words that show where clauses and lists begin and end.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/language/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess::grammar {

using namespace std::string_view_literals;

// Most words of a list begin otherwise: that is seen without a call.
template <std::size_t N>
[[nodiscard]] constexpr bool among(const std::array<std::string_view, N>& words,
                                   std::string_view word) {
  return !word.empty() && std::ranges::any_of(words, [word](std::string_view one) {
    return one.front() == word.front() && one == word;
  });
}

// Whether one of the terms is one of the words.
template <std::size_t N>
[[nodiscard]] bool any_among(std::span<const text::Term> terms,
                             const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(terms,
                             [&words](const text::Term& term) { return among(words, term.word); });
}

// Whether one of the phrases stands in the text.
template <std::size_t N>
[[nodiscard]] bool holds_any(std::string_view text,
                             const std::array<std::string_view, N>& phrases) {
  return std::ranges::any_of(phrases, [text](std::string_view phrase) {
    return text.find(phrase) != std::string_view::npos;
  });
}

// A line of a table that embed_tables.py made a string of.
struct TableLine {
  std::string_view name;
  std::vector<std::string> entries;  // with blanks for "_"
};
[[nodiscard]] std::vector<TableLine> table_lines(std::string_view table);

[[nodiscard]] constexpr bool participle(std::string_view word) {
  return (word.size() > 4 && word.ends_with("ed")) || among(lists::kParticiples, word);
}

}  // namespace assay::assess::grammar
