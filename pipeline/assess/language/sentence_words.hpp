// SPDX-License-Identifier: Apache-2.0
// A sentence's words by closed classes: verbs, prepositions, words that say something.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/language/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

using namespace std::string_view_literals;

// Terms [first, last) of the sentence.
struct Span {
  std::size_t first = 0;
  std::size_t last = 0;
  [[nodiscard]] bool empty() const { return first >= last; }
};

// Positions are numbers of words. Refers to the sentence, which must outlive it.
class SentenceWords {
 public:
  explicit SentenceWords(std::string_view sentence)
      : text_(sentence), terms_(text::terms(sentence)) {}

  // Empty behind the last one: "... checked and".
  [[nodiscard]] std::string_view word(std::size_t at) const {
    return at < terms_.size() ? std::string_view(terms_[at].word) : std::string_view();
  }
  [[nodiscard]] bool finite(std::size_t at) const {
    return auxiliary(at) || plain_verb(at) || verb_of_object(at);
  }
  // "the controller verifies the deletion"
  [[nodiscard]] bool verb_of_object(std::size_t at) const {
    return at > 0 && at + 1 < terms_.size() && grammar::among(lists::kMoreVerbs, word(at)) &&
           grammar::among(lists::kArticles, word(at + 1)) && !terms_[at - 1].stop &&
           word(at).ends_with('s') != word(at - 1).ends_with('s');
  }
  // "is", "must"; but not the infinitive "to be".
  [[nodiscard]] bool auxiliary(std::size_t at) const {
    return grammar::among(lists::kFinite, word(at)) && !(at > 0 && word(at - 1) == "to");
  }
  // "suppliers maintain", "a policy that lists"; but not "a list", "of review" or "log and report".
  [[nodiscard]] bool plain_verb(std::size_t at) const {
    if (at == 0 || at + 1 >= terms_.size() || !grammar::among(lists::kVerbs, word(at)))
      return false;
    if (grammar::among(lists::kDeterminers, word(at - 1)) || preposition_not_relative(at - 1))
      return false;
    const bool object = grammar::among(lists::kDeterminers, word(at + 1)) ||
                        number_of(terms_[at + 1]).has_value() || bound_begins(at + 1);
    const bool relative = relative_word(at - 1);
    const bool singular = word(at).ends_with('s');
    return object || relative || (singular && !terms_[at + 1].stop) ||
           (!singular && word(at - 1).ends_with('s') && !terms_[at + 1].stop);
  }
  // "at least", "at most"
  [[nodiscard]] bool bound_begins(std::size_t at) const {
    return word(at) == "at" && at + 1 < terms_.size() &&
           (word(at + 1) == "least" || word(at + 1) == "most");
  }
  // The byte where the first verb begins; the end of the sentence where there is none.
  [[nodiscard]] std::size_t verb_start() const {
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (finite(i)) return terms_[i].start;
    }
    return text_.size();
  }
  // The clause's own verb, not one of a relative or subordinate clause; its end where there is
  // none.
  [[nodiscard]] std::size_t main_verb(Span clause) const {
    const std::size_t from = introduction_end(clause);
    for (std::size_t i = from; i < clause.last; ++i) {
      if (!finite(i)) continue;
      const bool relative =
          i > 0 && (relative_word(i - 1) || grammar::among(lists::kPronouns, word(i - 1)));
      if (!relative) return i;
    }
    for (std::size_t i = from + 1; i + 1 < clause.last; ++i) {
      if (known_verb(i) && seems_verb(i)) return i;
    }
    for (std::size_t i = from + 1; i + 1 < clause.last; ++i) {
      if (!seems_verb(i)) continue;
      // "Software releases undergo checks": of two in a row the second.
      const bool noun = i == from + 1 && i + 2 < clause.last && seems_verb(i + 1);
      return noun ? i + 1 : i;
    }
    for (std::size_t i = from + 1; i + 1 < clause.last; ++i) {
      // "the record lists for each activity"
      if (known_verb(i) && word(i).ends_with('s') && !terms_[i - 1].stop && preposition(i + 1))
        return i;
    }
    return clause.last;
  }
  // "Before hiring, the employer verifies ...": where the clause begins behind such words.
  [[nodiscard]] std::size_t introduction_end(Span clause) const {
    static constexpr std::array kSubordinators{"before"sv, "after"sv, "when"sv,    "where"sv,
                                               "if"sv,     "until"sv, "whenever"sv};
    if (clause.empty() || !preposition(clause.first)) return clause.first;
    const bool subordinate = grammar::among(kSubordinators, word(clause.first));
    for (std::size_t i = clause.first + 1; i + 1 < clause.last; ++i) {
      if (gap_has(i - 1, ',')) return i;
      if (!subordinate && finite(i)) break;
    }
    return clause.first;
  }
  [[nodiscard]] bool known_verb(std::size_t at) const {
    return grammar::among(lists::kVerbs, word(at)) || grammar::among(lists::kMoreVerbs, word(at));
  }
  [[nodiscard]] bool relative_word(std::size_t at) const {
    return word(at) == "that" || word(at) == "which" || word(at) == "who";
  }
  // A verb by its place alone: "Suppliers undergo checks", "Everybody wears a helmet".
  [[nodiscard]] bool seems_verb(std::size_t at) const {
    if (at == 0 || at + 1 >= terms_.size() || terms_[at].stop || terms_[at].number) return false;
    const text::Term& before = terms_[at - 1];
    const text::Term& behind = terms_[at + 1];
    const bool object = grammar::among(lists::kDeterminers, behind.word) || !behind.stop ||
                        grammar::among(lists::kQuestions, behind.word);
    if (before.stop || !object || gap_has(at - 1, ',') || behind.word == "of") return false;
    const bool plural = before.word.ends_with('s') && !before.word.ends_with("ss") &&
                        !before.word.ends_with("is") && !before.word.ends_with("us");
    const bool third = word(at).ends_with('s') && !word(at).ends_with("ss");
    const bool formed =
        word(at).ends_with("ing") || word(at).ends_with("ed") || word(at).ends_with("ly");
    return plural != third && !formed;
  }
  // The first participle behind the verb; the end of the sentence where there is none.
  [[nodiscard]] std::size_t participle_after(std::size_t verb) const {
    for (std::size_t i = verb; i < terms_.size(); ++i) {
      if (grammar::participle(word(i))) return i;
    }
    return terms_.size();
  }
  // "annually", "at least every three years", "twice a year", "once a year"
  [[nodiscard]] bool interval_begins(std::size_t at) const {
    if (grammar::among(lists::kFrequencyAdverbs, word(at))) {
      return word(at) != "every" || (at + 2 < terms_.size() && number_or_unit(at + 1));
    }
    return bound_begins(at) && at + 2 < terms_.size() &&
           grammar::among(lists::kFrequencyAdverbs, word(at + 2));
  }

  // "is", "shall be", "has been"
  [[nodiscard]] bool is_passive(std::size_t verb) const {
    static constexpr std::array kBeing{"is"sv, "are"sv, "was"sv, "were"sv, "be"sv, "been"sv};
    return grammar::among(kBeing, word(verb)) ||
           (auxiliary(verb) && verb + 1 < terms_.size() && grammar::among(kBeing, word(verb + 1)));
  }
  [[nodiscard]] bool number_or_unit(std::size_t at) const {
    static constexpr std::array kUnits{"day"sv,     "week"sv, "month"sv,
                                       "quarter"sv, "year"sv, "other"sv};
    return number_of(terms_[at]).has_value() || grammar::among(kUnits, word(at));
  }
  [[nodiscard]] bool preposition_not_relative(std::size_t at) const {
    return preposition(at) && !relative_word(at);
  }
  [[nodiscard]] bool preposition(std::size_t at) const {
    return grammar::among(lists::kPrepositions, word(at));
  }
  // A mark between two neighbouring words.
  [[nodiscard]] bool gap_has(std::size_t before, char mark) const {
    const std::size_t from = terms_[before].end;
    return text_.substr(from, terms_[before + 1].start - from).find(mark) != std::string_view::npos;
  }
  [[nodiscard]] std::size_t content(Span span) const {
    std::size_t count = 0;
    for (std::size_t i = span.first; i < span.last; ++i) count += terms_[i].stop ? 0 : 1;
    return count;
  }
  [[nodiscard]] bool has_finite(Span span) const {
    for (std::size_t i = span.first; i < span.last; ++i) {
      if (finite(i)) return true;
    }
    return false;
  }
  // Without a comma a plain verb may belong to a relative clause, so it does not count.
  [[nodiscard]] bool whole_before(Span span, bool comma) const {
    if (comma) return main_verb(span) < span.last;
    for (std::size_t i = span.first; i < span.last; ++i) {
      if (auxiliary(i)) return true;
    }
    return false;
  }
  [[nodiscard]] std::string_view bytes(Span span) const {
    if (span.empty()) return {};
    const std::size_t start = terms_[span.first].start;
    return text_.substr(start, terms_[span.last - 1].end - start);
  }

 protected:
  std::string_view text_;
  std::vector<text::Term> terms_;
};

}  // namespace assay::assess
