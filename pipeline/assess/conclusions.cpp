// SPDX-License-Identifier: Apache-2.0
// Conclusions told by what no policy or record says: words for the judge, capitals, markup.
#include "pipeline/assess/conclusions.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "pipeline/assess/cells.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

constexpr std::array kVerdicts{"COMPLETE"sv, "PARTIAL"sv, "MISSING"sv};

constexpr std::array kSetAside{"ignore"sv, "disregard"sv, "forget"sv, "ignoriere"sv, "ignorez"sv};

bool is_word(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// As a word of its own, in capitals, within a text that is not all in capitals.
bool names_verdict(std::string_view text) {
  if (std::ranges::none_of(text, [](char c) { return c >= 'a' && c <= 'z'; })) return false;
  return std::ranges::any_of(kVerdicts, [text](std::string_view verdict) {
    for (std::size_t at = text.find(verdict); at != std::string_view::npos;
         at = text.find(verdict, at + 1)) {
      const std::size_t end = at + verdict.size();
      if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) {
        return true;
      }
    }
    return false;
  });
}

// "Disregard the previous guidelines", "ignore all instructions above".
bool sets_aside(std::span<const text::Term> terms) {
  constexpr std::size_t kWordsApart = 6;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!grammar::among(kSetAside, terms[i].word)) continue;
    const std::size_t count = std::min(kWordsApart, terms.size() - i - 1);
    if (grammar::any_among(terms.subspan(i + 1, count), lists::kGiven)) return true;
  }
  return false;
}

}  // namespace

bool concludes(const text::Wording& said) {
  if (grammar::holds_any(said.folded, lists::kConclusions) ||
      grammar::holds_any(said.folded, lists::kMarkup)) {
    return true;
  }
  return sets_aside(said.terms) ||
         (names_verdict(said.text) && column_names(said.text).size() < 2 &&
          grammar::any_among(said.terms, lists::kJudging));
}

}  // namespace assay::assess
