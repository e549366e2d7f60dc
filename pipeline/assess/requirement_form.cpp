// SPDX-License-Identifier: Apache-2.0
// What a requirement is by its form: a question, a claim about particulars or the past, a demand.
#include <algorithm>
#include <array>

#include "pipeline/assess/calendar.hpp"
#include "pipeline/assess/facts.hpp"
#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/requirement_parts.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

using namespace std::string_view_literals;

namespace {

using text::Term;

template <std::size_t N>
bool holds_any_word(std::string_view text, const std::array<std::string_view, N>& words) {
  return grammar::any_among(text::terms(text), words);
}

// Written with a capital letter, but the name of nothing.
bool is_calendar_word(std::string_view folded) {
  constexpr std::array kScales{"celsius"sv, "fahrenheit"sv};
  return month_of(folded) > 0 || grammar::among(kScales, folded);
}

// "are held at the Lindholm plant": the name says which of several is meant.
bool tells_apart(std::string_view text, const std::vector<Term>& terms, std::size_t at) {
  if (at == 0 || at + 1 >= terms.size() || terms[at - 1].word != "the") return false;
  const char next = text[terms[at + 1].start];
  if (terms[at + 1].stop || next < 'a' || next > 'z') return false;
  const auto verb = std::ranges::find_if(
      terms, [](const Term& term) { return grammar::among(grammar::kFinite, term.word); });
  return verb != terms.end() && (verb->word == "is" || verb->word == "are");
}

// Something called by its own name, which evidence either speaks of or does not. "TLS" is no such
// name.
bool names_particulars(std::string_view title) {
  for (const text::ByteRange sentence : text::sentences(title)) {
    const std::string_view text = sentence.of(title);
    const auto terms = text::terms(text);
    for (std::size_t i = 1; i < terms.size(); ++i) {
      const std::string_view word = text.substr(terms[i].start, terms[i].end - terms[i].start);
      if (capitalised(word) && !terms[i].stop && !is_calendar_word(terms[i].word) &&
          !tells_apart(text, terms, i)) {
        return true;
      }
    }
  }
  return false;
}

bool names_year(std::string_view title) {
  return std::ranges::any_of(text::terms(title), [](const Term& term) {
    const bool digits = term.word.find_first_not_of("0123456789") == std::string::npos;
    return digits && term.word.size() == 4 &&
           (term.word.starts_with("1") || term.word.starts_with("20"));
  });
}

// Whether it tells what was so, rather than what is to be so.
bool tells_of_past(std::string_view title) {
  constexpr std::array kPast{"was"sv,  "were"sv, "had"sv,   "did"sv,   "began"sv, "became"sv,
                             "took"sv, "said"sv, "went"sv,  "came"sv,  "gave"sv,  "saw"sv,
                             "knew"sv, "won"sv,  "wrote"sv, "spoke"sv, "grew"sv,  "fell"sv};
  return holds_any_word(title, kPast);
}

// Somebody spoken of before, or a thing: "She moved ...", "Their frames are made of ...". A
// requirement stands by itself; its "he or she" is anybody.
bool refers_back(std::string_view title) {
  constexpr std::array kSomebody{"he"sv, "she"sv, "his"sv, "her"sv, "him"sv};
  constexpr std::array kOpenings{"it"sv, "its"sv, "they"sv, "their"sv};
  constexpr std::array kAnybody{"or"sv};
  const auto terms = text::terms(title);
  const bool opens = !terms.empty() && grammar::among(kOpenings, terms.front().word);
  return opens || (holds_any_word(title, kSomebody) && !holds_any_word(title, kAnybody));
}

// "inspected", "held" behind "was" or "been"; "took place".
bool is_passive(std::string_view title) {
  constexpr std::array kBeing{"was"sv, "were"sv, "been"sv};
  const auto terms = text::terms(title);
  for (std::size_t i = 0; i + 1 < terms.size(); ++i) {
    const std::string& next = terms[i + 1].word;
    if (grammar::among(kBeing, terms[i].word) && grammar::participle(next)) return true;
    if (terms[i].word == "took" && next == "place") return true;
  }
  return false;
}

// "In 2025 the fire alarm was inspected": a stretch of time to be audited and a deed whoever did
// it, as against "On 3 May 2025 it was sold" and "In 2025 she won". Between two days anybody may
// have done it.
bool audits_period(std::string_view title) {
  constexpr int kLeastDays = 80;
  const auto period = period_asked(title);
  if (!period || period->last - period->first < kLeastDays) return false;
  const std::string said = text::folded(title.substr(period->start, period->end - period->start));
  return (is_passive(title) || said.starts_with("between") || said.starts_with("during")) &&
         !holds_any_word(title, grammar::kPronouns);
}

}  // namespace

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

// What shall or must be is demanded, whatever it names; so is what is at one of several places.
// What was so in a stretch of time is, where it is said of nothing in particular.
bool demands_practice(std::string_view title) {
  constexpr std::array kDemands{"shall"sv, "must"sv};
  const std::string flat = text::collapsed(title);
  if (asks(flat)) return false;
  if (holds_any_word(flat, kDemands)) return true;
  if (names_particulars(flat) || refers_back(flat)) return false;
  return (!names_year(flat) && !tells_of_past(flat)) || audits_period(flat);
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
    constexpr std::array kMeasures{"only"sv,  "later"sv,  "more"sv,    "less"sv, "longer"sv,
                                   "fewer"sv, "exceed"sv, "limited"sv, "just"sv};
    if (std::ranges::find(kMeasures, next) == kMeasures.end()) return true;
  }
  return false;
}

}  // namespace assay::assess
