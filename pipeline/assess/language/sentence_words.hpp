// SPDX-License-Identifier: Apache-2.0
// A sentence's words by closed classes: verbs, prepositions, words that say something.
#pragma once

#include <cstddef>
#include <string_view>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/language/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

// Terms [first, last) of the sentence.
struct Span {
  std::size_t first = 0;
  std::size_t last = 0;
  [[nodiscard]] bool empty() const { return first >= last; }
};

// Its text and terms, to be there before the words that refer to them.
struct OwnWording {
  text::Wording said;
};

// Positions are numbers of words.
class SentenceWords : private OwnWording, public IndexedWords {
 public:
  explicit SentenceWords(std::string_view sentence)
      : OwnWording{text::Wording(sentence)}, IndexedWords(said) {}

  [[nodiscard]] bool finite(std::size_t at) const {
    return auxiliary(at) || plain_verb(at) || verb_of_object(at);
  }
  // "the controller verifies the deletion"
  [[nodiscard]] bool verb_of_object(std::size_t at) const {
    return at > 0 && grammar::among(lists::kMoreVerbs, word(at)) &&
           grammar::among(lists::kArticles, word(at + 1)) && !terms_[at - 1].stop &&
           word(at).ends_with('s') != word(at - 1).ends_with('s');
  }
  // "is", "must"; but not the infinitive "to be".
  [[nodiscard]] bool auxiliary(std::size_t at) const {
    return grammar::among(lists::kFinite, word(at)) && word(at - 1) != "to";
  }
  // "suppliers maintain", "a policy that lists"; but not "a list", "of review" or "log and report".
  [[nodiscard]] bool plain_verb(std::size_t at) const {
    if (at == 0 || at + 1 >= terms_.size() || !grammar::among(lists::kVerbs, word(at)) ||
        grammar::among(lists::kDeterminers, word(at - 1)) ||
        (preposition(at - 1) && !relative_word(at - 1))) {
      return false;
    }
    const bool object = grammar::among(lists::kDeterminers, word(at + 1)) ||
                        number_of(terms_[at + 1]).has_value() || bound_begins(at + 1);
    const bool relative = relative_word(at - 1);
    const bool singular = word(at).ends_with('s');
    return object || relative || (singular && !terms_[at + 1].stop) ||
           (!singular && word(at - 1).ends_with('s') && !terms_[at + 1].stop);
  }
  // "at least", "at most"
  [[nodiscard]] bool bound_begins(std::size_t at) const {
    return word(at) == "at" && (word(at + 1) == "least" || word(at + 1) == "most");
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
      if (!relative_word(i - 1) && !grammar::among(lists::kPronouns, word(i - 1))) return i;
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
  // "Before hiring, the employer verifies ...": where the clause begins after such words.
  [[nodiscard]] std::size_t introduction_end(Span clause) const {
    if (clause.empty() || !preposition(clause.first)) return clause.first;
    const bool subordinate = grammar::among(lists::kSubordinators, word(clause.first));
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
    const bool plural = grammar::ends_in_s(before.word) && !before.word.ends_with("is") &&
                        !before.word.ends_with("us");
    const bool third = grammar::ends_in_s(word(at));
    const bool formed =
        word(at).ends_with("ing") || word(at).ends_with("ed") || word(at).ends_with("ly");
    return plural != third && !formed;
  }
  // The first participle after the verb; the end of the sentence where there is none.
  [[nodiscard]] std::size_t participle_after(std::size_t verb) const {
    for (std::size_t i = verb; i < terms_.size(); ++i) {
      if (grammar::participle(word(i))) return i;
    }
    return terms_.size();
  }
  // "annually", "at least every three years", "twice a year", "once a year"
  [[nodiscard]] bool interval_begins(std::size_t at) const {
    if (grammar::among(lists::kFrequencyAdverbs, word(at))) {
      return word(at) != "every" ||
             (at + 2 < terms_.size() && (number_of(terms_[at + 1]).has_value() ||
                                         grammar::among(lists::kIntervalUnits, word(at + 1))));
    }
    return bound_begins(at) && grammar::among(lists::kFrequencyAdverbs, word(at + 2));
  }
  // "is", "shall be", "has been"
  [[nodiscard]] bool is_passive(std::size_t verb) const {
    return grammar::among(lists::kBeing, word(verb)) ||
           (auxiliary(verb) && grammar::among(lists::kBeing, word(verb + 1)));
  }
  [[nodiscard]] bool preposition(std::size_t at) const {
    return grammar::among(lists::kPrepositions, word(at));
  }
  // A mark between two neighbouring words.
  [[nodiscard]] bool gap_has(std::size_t before, char mark) const {
    return gap(before).find(mark) != std::string_view::npos;
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
};

}  // namespace assay::assess
