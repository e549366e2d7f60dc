// SPDX-License-Identifier: Apache-2.0
// What takes force from a statement: phrases over folded words, each with the reach of its rule.
#include "pipeline/assess/weakening.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/assess/cells.hpp"
#include "pipeline/assess/draft_words.hpp"
#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/phrase_index.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;
using grammar::among;
using text::Term;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), terms_(text::terms(text)) {}

  std::vector<Weakening> read() const {
    std::vector<Weakening> out;
    for (std::size_t at = 0; at < terms_.size();) {
      if (const std::size_t harmless = longest_harmless(at); harmless > 0) {
        at += harmless;
        continue;
      }
      const Phrase* found = nullptr;
      std::size_t taken = 0;
      for (const Phrase& phrase : weakening_phrases().that_begin(terms_[at].word)) {
        const std::size_t words = matches(phrase.words, at);
        if (words <= taken || (phrase.words == "may" && is_month(at))) continue;
        found = &phrase;
        taken = words;
      }
      if (found != nullptr && !is_strict(*found, at, taken) &&
          !(found->words == "draft" && is_other_draft(text_, terms_, at))) {
        out.push_back(weakening(*found, at, taken));
      }
      at += std::max<std::size_t>(taken, 1);
    }
    return out;
  }

 private:
  // The number of words of the phrase if it stands at `at`, else 0.
  [[nodiscard]] std::size_t matches(std::string_view phrase, std::size_t at) const {
    std::size_t words = 0;
    while (!phrase.empty()) {
      const std::size_t end = std::min(phrase.find(' '), phrase.size());
      if (at + words >= terms_.size() || terms_[at + words].word != phrase.substr(0, end)) {
        return 0;
      }
      ++words;
      phrase.remove_prefix(std::min(end + 1, phrase.size()));
    }
    return words;
  }

  [[nodiscard]] std::size_t longest_harmless(std::size_t at) const {
    std::size_t longest = 0;
    for (const Phrase& phrase : harmless_phrases().that_begin(terms_[at].word)) {
      longest = std::max(longest, matches(phrase.words, at));
    }
    return longest;
  }

  // "May 2026", "12 May", with a capital letter.
  [[nodiscard]] bool is_month(std::size_t at) const {
    const bool capital = text_[terms_[at].start] == 'M';
    const bool digits =
        (at + 1 < terms_.size() && terms_[at + 1].number) || (at > 0 && terms_[at - 1].number);
    return capital && (digits || at > 0);
  }

  // Within its clause.
  [[nodiscard]] bool verb_before(std::size_t at) const {
    const std::size_t from = clause_start(terms_[at].start);
    return std::any_of(
        terms_.begin(), terms_.begin() + static_cast<std::ptrdiff_t>(at), [from](const Term& term) {
          return term.start >= from &&
                 (grammar::among(grammar::kFinite, term.word) || grammar::participle(term.word));
        });
  }

  // "no scan was skipped"
  [[nodiscard]] bool none_before(std::size_t at) const {
    constexpr std::array kNone{"no"sv, "none"sv, "never"sv, "without"sv};
    for (std::size_t i = at; i-- > (at > 4 ? at - 4 : 0);) {
      if (grammar::among(kNone, terms_[i].word)) return true;
    }
    return false;
  }

  // "Access cards were not collected": behind the clause's first verb "not" denies the predicate,
  // and so it of the subject.
  [[nodiscard]] bool denies_predicate(std::size_t at) const {
    if (at == 0 || !grammar::among(grammar::kFinite, terms_[at - 1].word)) return false;
    const std::size_t from = clause_start(terms_[at].start);
    for (std::size_t i = 0; i + 1 < at; ++i) {
      if (terms_[i].start < from) continue;
      if (grammar::among(grammar::kFinite, terms_[i].word) || terms_[i].word == "and") return false;
    }
    return true;
  }

  // "No risk may be accepted by anyone but the director", "Nobody approves their own request."
  [[nodiscard]] bool only_by(std::size_t at) const {
    static constexpr std::array kAny{"anyone"sv, "anybody"sv, "nobody"sv};
    static constexpr std::array kBut{"but"sv, "other"sv, "own"sv, "themselves"sv};
    const auto from = terms_.begin() + static_cast<std::ptrdiff_t>(at);
    const auto any = std::find_if(from, terms_.end(),
                                  [](const Term& term) { return grammar::among(kAny, term.word); });
    return std::any_of(any, terms_.end(),
                       [](const Term& term) { return grammar::among(kBut, term.word); });
  }

  // "Somebody who has not completed the course loses access", "A host that cannot follow it gets
  // ...": a rule for that case.
  [[nodiscard]] bool of_somebody(std::size_t at) const {
    constexpr std::size_t kLongestSubject = 4;  // words
    const std::size_t from = clause_start(terms_[at].start);
    std::size_t words = 0;  // of the clause, before the relative
    for (std::size_t i = 0; i < at; ++i) {
      if (terms_[i].start < from) continue;
      const std::string& word = terms_[i].word;
      if ((word == "who" || word == "whoever") && i + 2 >= at) return true;
      // "It was reported that no ..." is none, and ", which is not ..." tells of the thing itself.
      const bool relative = (word == "that" || word == "which") && i > 0 &&
                            !grammar::participle(terms_[i - 1].word) &&
                            text_[terms_[i - 1].end] != ',';
      const bool its_verb = i + 2 == at || (i + 1 == at && terms_[at].word == "cannot");
      if (relative && its_verb && words > 0 && words <= kLongestSubject) return true;
      if (words++ == 0 && (word == "there" || grammar::among(grammar::kFinite, word))) return false;
    }
    return false;
  }

  // "if a backup has failed, ...": what is done in that case.
  [[nodiscard]] bool is_condition(std::size_t at) const {
    std::string_view before = text_.substr(0, terms_[at].start);
    before.remove_prefix(before.find_last_of(",;:") + 1);
    return (" " + text::folded(before)).find(" if ") != std::string::npos;
  }

  // "Devices not enrolled are blocked": of which devices it speaks, not what is so of them.
  [[nodiscard]] bool is_attribute(std::size_t at) const {
    if (at == 0 || grammar::among(grammar::kFinite, terms_[at - 1].word) || terms_[at - 1].stop) {
      return false;
    }
    if (at + 1 < terms_.size() && grammar::among(grammar::kDeterminers, terms_[at + 1].word)) {
      return false;  // "not a single one"
    }
    for (std::size_t i = at + 1; i < terms_.size(); ++i) {
      if (grammar::among(grammar::kFinite, terms_[i].word)) return true;
    }
    return false;
  }

  // "rejects a sign-in without ...", "no access beside ...", "nobody may ... unless": two negations
  // that make a strict rule.
  [[nodiscard]] bool is_strict(const Phrase& phrase, std::size_t at, std::size_t count) const {
    if (phrase.rule == WeakeningRule::Outdated) return !speaks_of_document(terms_, at);
    if (phrase.rule == WeakeningRule::Failure) {
      return none_before(at) || of_somebody(at) || is_condition(at);
    }
    if (phrase.words == "may") return only_by(at);  // a ban
    // "there are none, apart from the transport lines": these there are.
    if (phrase.rule == WeakeningRule::Exception) return at > 0 && terms_[at - 1].word == "none";
    if (phrase.rule != WeakeningRule::Negation) return false;
    if (is_condition(at)) return true;
    // "A document without a class is treated as internal" is a rule for that case.
    const bool attribute = (phrase.words == "not" && is_attribute(at)) ||
                           (phrase.words == "without" && !verb_before(at));
    if (of_somebody(at) || only_by(at) || attribute) return true;
    if (phrase.words == "no longer") return false;
    // "no tests and no records": one denial beside another.
    const bool joined = at > 0 && (terms_[at - 1].word == "and" || terms_[at - 1].word == "or");
    const std::size_t first = clause_start(terms_[at].start);
    const std::size_t last = clause_end(terms_[at + count - 1].end);
    bool relative = false;  // "no form in which input was not checked"
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (terms_[i].start < first || terms_[i].end > last) continue;
      const std::string& word = terms_[i].word;
      if (i >= at + count && relative && word == "not") return true;
      relative = relative || (i >= at + count && grammar::among(denial::kRelatives, word));
      if (i < at && !joined && grammar::among(denial::kRefusals, word)) return true;
      if (i < at + count) continue;
      if (grammar::among(denial::kTurnedAway, word) || grammar::among(denial::kOnlyWays, word))
        return true;
    }
    return false;
  }

  // "if the first does not answer, ...": what a subordinate clause denies stays within it.
  void keep_to_subordinate(Weakening& found) const {
    const std::string_view before = text_.substr(0, found.start);
    std::size_t from = before.find_last_of(",;:(");
    from = from == std::string_view::npos ? 0 : from + 1;
    for (const Term& term : terms_) {
      if (term.start < from || term.end > found.start) continue;
      if (!grammar::among(grammar::kSubordinators, term.word)) continue;
      found.scope_start = std::max(found.scope_start, term.end);
      found.scope_end = std::min(found.scope_end, text_.find_first_of(",;:)", found.end));
      const auto at = static_cast<std::size_t>(&term - terms_.data());
      if (grammar::among(denial::kRelatives, term.word) && !is_reported(at)) end_relative(found);
      return;
    }
  }

  // "The audit found that no backup had been tested": told as a fact.
  [[nodiscard]] bool is_reported(std::size_t at) const {
    return at > 0 && (grammar::participle(terms_[at - 1].word) ||
                      grammar::among(denial::kReporting, terms_[at - 1].word));
  }

  // "Accounts that do not meet the rule are blocked": the relative clause ends before "are", and
  // tells which accounts it speaks of, not what is so.
  void end_relative(Weakening& found) const {
    for (const Term& term : terms_) {
      if (term.start < found.end || !grammar::among(grammar::kFinite, term.word)) continue;
      found.scope_end = std::min(found.scope_end, term.start);
      found.supposed = true;
      return;
    }
  }

  // "without a class" denies the class only, not what the sentence goes on to say.
  void keep_to_object(Weakening& found, std::size_t behind) const {
    std::size_t content = 0;
    for (std::size_t i = behind; i < terms_.size(); ++i) {
      content += terms_[i].stop ? 0 : 1;
      if (content < 3) continue;
      found.scope_end = std::min(found.scope_end, terms_[i].end);
      return;
    }
  }

  [[nodiscard]] Weakening weakening(const Phrase& phrase, std::size_t at, std::size_t count) const {
    Weakening out;
    out.rule = phrase.rule;
    out.start = terms_[at].start;
    out.end = terms_[at + count - 1].end;
    out.scope_start = phrase.reach == Reach::Behind   ? out.end
                      : phrase.reach == Reach::Clause ? clause_start(out.start)
                                                      : 0;
    out.scope_end = phrase.reach == Reach::Statement ? text_.size() : clause_end(out.end);
    if (phrase.rule == WeakeningRule::Negation && denies_predicate(at)) {
      out.scope_start = clause_start(out.start);
    }
    if (phrase.reach != Reach::Statement) keep_to_subordinate(out);
    if (phrase.words == "without") keep_to_object(out, at + count);
    return out;
  }

  // Clauses end at semicolons, colons of rows, and at commas before a conjunction.
  [[nodiscard]] std::size_t clause_start(std::size_t before) const {
    std::size_t start = 0;
    for (const auto mark : grammar::kClauseMarks) {
      const std::size_t at = text_.substr(0, before).rfind(mark);
      if (at != std::string_view::npos) start = std::max(start, at + mark.size());
    }
    return start;
  }
  [[nodiscard]] std::size_t clause_end(std::size_t from) const {
    std::size_t end = text_.size();
    for (const auto mark : grammar::kClauseMarks) {
      const std::size_t at = text_.find(mark, from);
      if (at != std::string_view::npos) end = std::min(end, at);
    }
    return end;
  }

  std::string_view text_;
  std::vector<Term> terms_;
};

}  // namespace

std::vector<Weakening> weakenings(std::string_view text) {
  auto out = Reader(text).read();
  add_blank_fields(text, out);
  std::ranges::stable_sort(out, {}, &Weakening::start);
  return out;
}

bool says_draft(std::string_view text) {
  return std::ranges::any_of(weakenings(text), [](const Weakening& found) {
    return found.rule == WeakeningRule::Draft || found.rule == WeakeningRule::Outdated;
  });
}

}  // namespace assay::assess
