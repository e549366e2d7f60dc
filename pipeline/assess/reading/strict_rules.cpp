// SPDX-License-Identifier: Apache-2.0
// By the words around a phrase: double negations, bans by "only", conditions, attributes, other
// drafts.
#include "pipeline/assess/reading/strict_rules.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/tables.hpp"

namespace assay::assess {
namespace {

using grammar::among;
using text::Term;

class Place : private IndexedWords {
 public:
  Place(const text::Wording& said, const Phrase& phrase, std::size_t at, std::size_t count)
      : IndexedWords(said), phrase_(phrase.words), rule_(*phrase.rule), at_(at), end_(at + count) {}

  [[nodiscard]] bool weakens_nothing() const {
    if (phrase_ == "draft") return is_other_draft();
    if (rule_ == WeakeningRule::Outdated) return !is_about_document();
    if (rule_ == WeakeningRule::Failure) {
      return none_before() || of_somebody() || is_condition() || is_failed_thing();
    }
    // "Only licensed drivers may ...", "No guest, whoever he is, may ...": a ban.
    if (phrase_ == "may") {
      return only_by() ||
             before_in_clause([](std::string_view w) { return w == "only" || w == "no"; });
    }
    // "there are none, apart from the transport lines": these there are.
    if (rule_ == WeakeningRule::Exception) return word(at_ - 1) == "none";
    if (rule_ != WeakeningRule::Negation) return false;
    const bool some = word(end_ - 1).starts_with("none") && among(lists::kBesides, word(end_));
    // "A document without a class is treated as internal" is a rule for that case.
    const bool attribute = (phrase_ == "not" && is_attribute()) ||
                           (phrase_ == "without" && !before_in_clause([](std::string_view w) {
                              return among(lists::kFinite, w) || grammar::participle(w);
                            }));
    return some || attribute || is_condition() || of_somebody() || only_by() ||
           (phrase_ != "no longer" && denies_denial());
  }

 private:
  // Whether such a word stands before the phrase in its clause.
  template <typename Is>
  [[nodiscard]] bool before_in_clause(const Is& is) const {
    const std::size_t from = clause_start(terms_[at_].start);
    return std::ranges::any_of(std::span(terms_).first(at_), [&](const Term& term) {
      return term.start >= from && is(term.word);
    });
  }

  // "withdrawn on 3 May" is out of force only of a document; access is withdrawn as well. In front,
  // "Withdrawn on 3 May, replaced by edition 4", it is said of the text itself.
  [[nodiscard]] bool is_about_document() const {
    return at_ == 0 || terms_.size() <= 6 || grammar::any_among(terms_, lists::kDocumentNouns);
  }

  // A draft in the air, the draft that somebody reviews, or one that became the edition in force.
  [[nodiscard]] bool is_other_draft() const {
    constexpr std::size_t kShort = 6;  // words
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (among(lists::kMadeBinding, word(i)) && word(i - 1) != "not" && word(i - 1) != "yet") {
        return true;
      }
    }
    // "Draft and military service": of two things, neither is the state of a document.
    if (word(at_ + 1) == "and") return true;
    if (terms_.size() <= kShort || text_.substr(terms_[at_].start, 5) == "DRAFT") return false;
    if (word(at_ - 1) == "the") return true;  // somebody reads or adopts it
    const bool behind = at_ + 1 < terms_.size() &&
                        (terms_[at_ + 1].number || among(lists::kBehindDraft, word(at_ + 1)));
    return !behind && !among(lists::kBeforeDraft, word(at_ - 1));
  }

  // "no scan was skipped"
  [[nodiscard]] bool none_before() const {
    const std::size_t from = at_ > 4 ? at_ - 4 : 0;
    return grammar::any_among(std::span(terms_).subspan(from, at_ - from), lists::kNoneBefore);
  }

  // "No risk may be accepted by anyone but the director", "Nobody approves their own request."
  [[nodiscard]] bool only_by() const {
    const auto from = std::span(terms_).subspan(at_);
    const auto any = std::ranges::find_if(
        from, [](const Term& term) { return among(lists::kAnybody, term.word); });
    return grammar::any_among({any, from.end()}, lists::kButSome);
  }

  // "Indicator: failed payments", "loss from failed processes": things of that kind.
  [[nodiscard]] bool is_failed_thing() const {
    if (phrase_ != "failed" || at_ + 1 >= terms_.size()) return false;
    const std::string_view link = word(at_ - 1);
    const bool introduced = before(at_).empty() || before(at_).ends_with(": ") || link == "or" ||
                            link == "of" || among(lists::kPrepositions, link);
    return introduced && !terms_[at_ + 1].stop && word(at_ + 1).ends_with('s');
  }

  // "Somebody who has not completed the course loses access", "A host that cannot follow it gets
  // ...": a rule for that case.
  [[nodiscard]] bool of_somebody() const {
    constexpr std::size_t kLongestSubject = 4;  // words
    const std::size_t from = clause_start(terms_[at_].start);
    std::size_t words = 0;  // of the clause, before the relative
    for (std::size_t i = 0; i < at_; ++i) {
      if (terms_[i].start < from) continue;
      if ((word(i) == "who" || word(i) == "whoever") && i + 2 >= at_) return true;
      // "It was reported that no ..." is none, and ", which is not ..." tells of the thing itself.
      const bool relative = (word(i) == "that" || word(i) == "which") && i > 0 &&
                            !grammar::participle(word(i - 1)) && !gap(i - 1).starts_with(',');
      const bool its_verb = i + 2 == at_ || (i + 1 == at_ && word(at_) == "cannot");
      if (relative && its_verb && words > 0 && words <= kLongestSubject) return true;
      if (words++ == 0 && (word(i) == "there" || among(lists::kFinite, word(i)))) return false;
    }
    return false;
  }

  // "if a backup has failed, ...": what is done in that case.
  [[nodiscard]] bool is_condition() const {
    std::string_view text = before(at_);
    text.remove_prefix(text.find_last_of(",;:") + 1);
    return (" " + text::folded(text)).find(" if ") != std::string::npos;
  }

  // "Devices not enrolled are blocked": of which devices it speaks, not what is so of them.
  [[nodiscard]] bool is_attribute() const {
    if (at_ == 0 || among(lists::kFinite, word(at_ - 1)) || terms_[at_ - 1].stop) return false;
    return !among(lists::kDeterminers, word(at_ + 1)) &&  // "not a single one"
           grammar::any_among(std::span(terms_).subspan(at_ + 1), lists::kFinite);
  }

  // "rejects a sign-in without ...", "no access beside ...", "nobody may ... unless": two negations
  // that make a strict rule.
  [[nodiscard]] bool denies_denial() const {
    // "no tests and no records": one denial beside another.
    const bool joined = word(at_ - 1) == "and" || word(at_ - 1) == "or";
    const std::size_t first = clause_start(terms_[at_].start);
    const std::size_t last = clause_end(terms_[end_ - 1].end);
    bool relative = false;  // "no form in which input was not checked"
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (terms_[i].start < first || terms_[i].end > last) continue;
      if (i < at_ && !joined && among(lists::kRefusals, word(i))) return true;
      if (i < end_) continue;
      if (relative && word(i) == "not") return true;
      relative = relative || among(lists::kClausePronouns, word(i));
      if (among(lists::kTurnedAway, word(i)) || among(lists::kOnlyWays, word(i))) return true;
      if (word(i) == "may" && word(at_) == "no") return true;  // "No guest may ...": a ban
      if (word(i) == "before" && only_after(i, last)) return true;
    }
    return false;
  }
  // "No change is merged before a second developer has reviewed it": only after that. "No test was
  // made before ..." tells what was not done.
  [[nodiscard]] bool only_after(std::size_t before, std::size_t last) const {
    const auto terms = std::span(terms_);
    return !grammar::any_among(terms.subspan(end_, before - end_), lists::kPastVerbs) &&
           std::ranges::any_of(terms.subspan(before), [last](const Term& term) {
             return term.end <= last && among(lists::kFinite, term.word);
           });
  }

  std::string_view phrase_;
  WeakeningRule rule_;
  std::size_t at_;   // numbers of words...
  std::size_t end_;  // ...the one after the phrase
};

}  // namespace

bool weakens_nothing(const text::Wording& said, const Phrase& phrase, std::size_t at,
                     std::size_t count) {
  return Place(said, phrase, at, count).weakens_nothing();
}

}  // namespace assay::assess
