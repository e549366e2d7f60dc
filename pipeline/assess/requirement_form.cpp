// SPDX-License-Identifier: Apache-2.0
// What a requirement is by its form: a question, a thing by name, a ban.
#include <algorithm>
#include <array>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/requirement_parts.hpp"
#include "pipeline/assess/support/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

using namespace std::string_view_literals;

bool asks(std::string_view title) {
  constexpr std::array kArticles{"the"sv, "a"sv, "an"sv};
  constexpr std::array kRelatives{"who"sv, "which"sv, "that"sv, "when"sv, "where"sv, "whose"sv};
  constexpr std::size_t kLongestName = 14;  // words
  const std::string flat = text::collapsed(title);
  if (flat.find('?') != std::string::npos) return true;
  const auto terms = text::terms(flat);
  if (flat.ends_with('.') || terms.empty() || terms.size() > kLongestName ||
      !grammar::among(kArticles, terms.front().word)) {
    return false;
  }
  for (std::size_t i = 1; i < terms.size(); ++i) {
    const std::string& word = terms[i].word;
    if (grammar::among(kRelatives, word)) return true;
    // "the name of": behind an article such a word is no verb.
    const bool noun = grammar::among(kArticles, terms[i - 1].word);
    const bool verb = grammar::among(lists::kFinite, word) || grammar::participle(word) ||
                      (grammar::among(lists::kVerbs, word) && !noun);
    if (verb) return false;
  }
  return true;
}

bool asks_for_thing(std::string_view title) {
  return title.find('?') == std::string_view::npos && asks(title);
}

bool is_ban(std::string_view text) {
  const auto terms = text::terms(text);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::string& word = terms[i].word;
    const std::string_view next = i + 1 < terms.size() ? std::string_view(terms[i + 1].word) : "";
    if (word == "never" || word == "cannot" || word == "neither" || word == "nobody" ||
        word == "prohibited" || word == "forbidden" || word == "banned") {
      return true;
    }
    // "shall no longer have access"
    const bool lost = next == "longer" && i + 2 < terms.size() && terms[i + 2].word == "have";
    if (lost) return true;
    if (word != "not" && word != "no") continue;
    if (std::ranges::find(lists::kMeasureWords, next) == lists::kMeasureWords.end()) return true;
  }
  return false;
}

}  // namespace assay::assess
