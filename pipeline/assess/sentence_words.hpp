// SPDX-License-Identifier: Apache-2.0
// A sentence's words, told apart by closed classes: verbs, prepositions, what tells something.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/lexicon.hpp"
#include "pipeline/assess/numbers.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

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

  [[nodiscard]] std::string_view word(std::size_t at) const { return terms_[at].word; }
  [[nodiscard]] bool finite(std::size_t at) const { return auxiliary(at) || plain_verb(at); }
  // "is", "must"; but not the infinitive "to be".
  [[nodiscard]] bool auxiliary(std::size_t at) const {
    return grammar::among(grammar::kFinite, word(at)) && !(at > 0 && word(at - 1) == "to");
  }
  // "suppliers maintain", "a policy that lists"; but not "a list", "of review" or "log and report".
  [[nodiscard]] bool plain_verb(std::size_t at) const {
    if (at == 0 || at + 1 >= terms_.size() || !grammar::among(grammar::kVerbs, word(at)))
      return false;
    if (grammar::among(grammar::kDeterminers, word(at - 1)) || preposition_not_relative(at - 1))
      return false;
    const bool object = grammar::among(grammar::kDeterminers, word(at + 1)) ||
                        number_of(terms_[at + 1]).has_value() || bound_begins(at + 1);
    const bool relative =
        word(at - 1) == "that" || word(at - 1) == "which" || word(at - 1) == "who";
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
  [[nodiscard]] bool preposition_not_relative(std::size_t at) const {
    return preposition(at) && word(at) != "that" && word(at) != "which" && word(at) != "who";
  }
  [[nodiscard]] bool preposition(std::size_t at) const {
    return grammar::among(grammar::kPrepositions, word(at));
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
  // "defined and assigned to" is one thing asked for, not two: of verbs the verb itself must tell.
  [[nodiscard]] bool tells_something(Span span, bool verbs) const {
    for (std::size_t i = span.first; i < span.last; ++i) {
      if (terms_[i].stop) continue;
      if (commonness(terms_[i].stem) == 1) return true;
      if (verbs) return false;
    }
    return false;
  }
  // "documented and reviewed every six months": the second verb has something of its own.
  [[nodiscard]] bool says_more(Span span) const {
    return tells_something({span.first + 1, span.last}, false) || span.last - span.first >= 3;
  }
  [[nodiscard]] bool has_finite(Span span) const {
    for (std::size_t i = span.first; i < span.last; ++i) {
      if (finite(i)) return true;
    }
    return false;
  }
  // Without a comma a plain verb may belong to a relative clause, so it does not count.
  [[nodiscard]] bool whole_before(Span span, bool comma) const {
    if (comma) return has_finite(span);
    for (std::size_t i = span.first; i < span.last; ++i) {
      if (auxiliary(i)) return true;
    }
    return false;
  }
  [[nodiscard]] static bool preposition(std::string_view word) {
    return grammar::among(grammar::kPrepositions, word);
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
