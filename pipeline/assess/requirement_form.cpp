// SPDX-License-Identifier: Apache-2.0
// What a requirement is by its form: a question, a claim about particulars or the past, a demand.
#include <algorithm>
#include <array>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/requirement_parts.hpp"
#include "pipeline/text/sentence.hpp"
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
    const bool verb = grammar::among(grammar::kFinite, word) || grammar::participle(word) ||
                      (grammar::among(grammar::kVerbs, word) && !noun);
    if (verb) return false;
  }
  return true;
}

bool asks_for_thing(std::string_view title) {
  return title.find('?') == std::string_view::npos && asks(title);
}

namespace {

// Something by its own name, or a year. "TLS" is no such name.
bool names_particulars(std::string_view title) {
  const std::string flat = text::collapsed(title);
  for (const text::ByteRange sentence : text::sentences(flat)) {
    const std::string_view text = sentence.of(flat);
    const auto terms = text::terms(text);
    for (std::size_t i = 1; i < terms.size(); ++i) {
      const std::string_view word = text.substr(terms[i].start, terms[i].end - terms[i].start);
      const bool capital =
          word.size() > 1 && word[0] >= 'A' && word[0] <= 'Z' && word[1] >= 'a' && word[1] <= 'z';
      const bool year =
          terms[i].number && word.size() == 4 && (word.starts_with("1") || word.starts_with("20"));
      if ((capital && !terms[i].stop) || year) return true;
    }
  }
  return false;
}

template <std::size_t N>
bool holds(const std::vector<text::Term>& terms, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(
      terms, [&words](const text::Term& term) { return grammar::among(words, term.word); });
}

// What was so, rather than what is to be so: "The film was shown ..." as against "Backups are
// tested ...".
bool tells_of_past(const std::vector<text::Term>& terms) {
  constexpr std::array kPast{"was"sv,  "were"sv, "had"sv,   "did"sv,   "began"sv, "became"sv,
                             "took"sv, "said"sv, "went"sv,  "came"sv,  "gave"sv,  "saw"sv,
                             "knew"sv, "won"sv,  "wrote"sv, "spoke"sv, "grew"sv,  "fell"sv};
  return holds(terms, kPast);
}

// Somebody spoken of before, or a thing: "She moved ...", "Their frames are made of ...". A
// requirement stands by itself; its "he or she" is anybody.
bool refers_back(const std::vector<text::Term>& terms) {
  constexpr std::array kSomebody{"he"sv, "she"sv, "his"sv, "her"sv, "him"sv};
  constexpr std::array kOpenings{"it"sv, "its"sv, "they"sv, "their"sv};
  constexpr std::array kAnybody{"or"sv};
  return grammar::among(kOpenings, terms.front().word) ||
         (holds(terms, kSomebody) && !holds(terms, kAnybody));
}

}  // namespace

bool claims(std::string_view title) {
  const auto terms = text::terms(title);
  constexpr std::array kDemands{"shall"sv, "must"sv, "should"sv};
  if (terms.empty() || holds(terms, kDemands)) return false;
  return names_particulars(title) || tells_of_past(terms) || refers_back(terms);
}

}  // namespace assay::assess
