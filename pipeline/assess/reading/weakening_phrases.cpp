// SPDX-License-Identifier: Apache-2.0
// Phrases by their first word, read from the table once; and where they weaken nothing, by the
// words around them: double negations, bans by "only", conditions, attributes, other drafts.
#include "pipeline/assess/reading/weakening_phrases.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <string>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kHarmless = "harmless";

// Lines of a table that embed_tables.py made a string of: a name, a tab, entries parted by blanks,
// in which "_" stands for a blank.
std::vector<std::pair<std::string_view, std::vector<std::string>>> table_lines(
    std::string_view table) {
  std::vector<std::pair<std::string_view, std::vector<std::string>>> out;
  while (!table.empty()) {
    const std::size_t end = table.find('\n');
    const std::string_view line = table.substr(0, end);
    const std::size_t tab = line.find('\t');
    auto& [name, entries] = out.emplace_back();
    name = line.substr(0, tab);
    for (std::string_view rest = line.substr(tab + 1); !rest.empty();) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      std::string& entry = entries.emplace_back(rest.substr(0, blank));
      std::ranges::replace(entry, '_', ' ');
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    table.remove_prefix(end + 1);
  }
  return out;
}

WeakeningRule weakening_rule(std::string_view name) {
  const auto rule = rule_named(name);
  if (!rule) throw std::runtime_error("weakening_phrases.tsv: \"" + std::string(name) + "\"");
  return *rule;
}

}  // namespace

Phrases::Phrases(bool harmless) : lines_(table_lines(kWeakeningPhrases)) {
  for (const auto& [name, entries] : lines_) {
    if ((name == kHarmless) != harmless) continue;
    const WeakeningRule rule = harmless ? WeakeningRule{} : weakening_rule(name);
    for (const std::string_view words : entries) {
      by_first_[words.substr(0, words.find(' '))].push_back({words, rule});
    }
  }
}

std::span<const Phrase> Phrases::that_begin(std::string_view word) const {
  const auto found = by_first_.find(word);
  if (found == by_first_.end()) return {};
  return found->second;
}

const Phrases& weakening_phrases() {
  static const Phrases instance(false);
  return instance;
}

const Phrases& harmless_phrases() {
  static const Phrases instance(true);
  return instance;
}

using namespace std::string_view_literals;

bool is_about_document(const std::vector<text::Term>& terms, std::size_t at) {
  if (at == 0) return true;
  return terms.size() <= 6 || std::ranges::any_of(terms, [&](const text::Term& term) {
           return grammar::among(lists::kDocumentNouns, term.word);
         });
}

bool is_other_draft(std::string_view text, const std::vector<text::Term>& terms, std::size_t at) {
  constexpr std::array kInForce{"approved"sv, "adopted"sv, "final"sv,  "released"sv,
                                "signed"sv,   "valid"sv,   "binding"sv};
  constexpr std::size_t kShort = 6;  // words
  for (const text::Term& term : terms) {
    if (grammar::among(kInForce, term.word) && !grammar::among(lists::kBeforeDraft, term.word)) {
      const std::size_t i = static_cast<std::size_t>(&term - terms.data());
      if (i == 0 || (terms[i - 1].word != "not" && terms[i - 1].word != "yet")) return true;
    }
  }
  // "Draft and military service": of two things, neither is the state of a document.
  if (at + 1 < terms.size() && terms[at + 1].word == "and") return true;
  if (terms.size() <= kShort || text.substr(terms[at].start, 5) == "DRAFT") return false;
  if (at > 0 && terms[at - 1].word == "the") return true;  // somebody reads or adopts it
  const bool before = at > 0 && grammar::among(lists::kBeforeDraft, terms[at - 1].word);
  const bool behind =
      at + 1 < terms.size() &&
      (terms[at + 1].number || grammar::among(lists::kBehindDraft, terms[at + 1].word));
  return !before && !behind;
}

using namespace std::string_view_literals;
using text::Term;

// Within its clause.
bool StrictRules::verb_before(std::size_t at) const {
  const std::size_t from = clause_start(terms_[at].start);
  return std::any_of(
      terms_.begin(), terms_.begin() + static_cast<std::ptrdiff_t>(at), [from](const Term& term) {
        return term.start >= from &&
               (grammar::among(lists::kFinite, term.word) || grammar::participle(term.word));
      });
}

// "no scan was skipped"
bool StrictRules::none_before(std::size_t at) const {
  constexpr std::array kNone{"no"sv, "none"sv, "never"sv, "without"sv};
  for (std::size_t i = at; i-- > (at > 4 ? at - 4 : 0);) {
    if (grammar::among(kNone, terms_[i].word)) return true;
  }
  return false;
}

// "No risk may be accepted by anyone but the director", "Nobody approves their own request."
bool StrictRules::only_by(std::size_t at) const {
  static constexpr std::array kAny{"anyone"sv, "anybody"sv, "nobody"sv};
  static constexpr std::array kBut{"but"sv, "other"sv, "own"sv, "themselves"sv};
  const auto from = terms_.begin() + static_cast<std::ptrdiff_t>(at);
  const auto any = std::find_if(from, terms_.end(),
                                [](const Term& term) { return grammar::among(kAny, term.word); });
  return std::any_of(any, terms_.end(),
                     [](const Term& term) { return grammar::among(kBut, term.word); });
}

// "Indicator: failed payments", "loss from failed processes": things of that kind.
bool StrictRules::is_failed_thing(const Phrase& phrase, std::size_t at) const {
  if (phrase.words != "failed" || at + 1 >= terms_.size()) return false;
  const Term& noun = terms_[at + 1];
  const std::string_view before = text_.substr(0, terms_[at].start);
  const bool introduced = before.empty() || before.ends_with(": ") ||
                          (at > 0 && (grammar::among(lists::kPrepositions, terms_[at - 1].word) ||
                                      terms_[at - 1].word == "or" || terms_[at - 1].word == "of"));
  return introduced && !noun.stop && noun.word.ends_with('s');
}

// "No guest, whoever he is, may ..."
bool StrictRules::no_before(std::size_t at) const {
  const std::size_t from = clause_start(terms_[at].start);
  return std::ranges::any_of(std::span(terms_).first(at), [from](const Term& term) {
    return term.start >= from && term.word == "no";
  });
}

bool StrictRules::only_before(std::size_t at) const {
  const std::size_t from = clause_start(terms_[at].start);
  return std::ranges::any_of(std::span(terms_).first(at), [from](const Term& term) {
    return term.start >= from && term.word == "only";
  });
}

// "Somebody who has not completed the course loses access", "A host that cannot follow it gets
// ...": a rule for that case.
bool StrictRules::of_somebody(std::size_t at) const {
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
    if (words++ == 0 && (word == "there" || grammar::among(lists::kFinite, word))) return false;
  }
  return false;
}

// "if a backup has failed, ...": what is done in that case.
bool StrictRules::is_condition(std::size_t at) const {
  std::string_view before = text_.substr(0, terms_[at].start);
  before.remove_prefix(before.find_last_of(",;:") + 1);
  return (" " + text::folded(before)).find(" if ") != std::string::npos;
}

// "Devices not enrolled are blocked": of which devices it speaks, not what is so of them.
bool StrictRules::is_attribute(std::size_t at) const {
  if (at == 0 || grammar::among(lists::kFinite, terms_[at - 1].word) || terms_[at - 1].stop) {
    return false;
  }
  if (at + 1 < terms_.size() && grammar::among(lists::kDeterminers, terms_[at + 1].word)) {
    return false;  // "not a single one"
  }
  for (std::size_t i = at + 1; i < terms_.size(); ++i) {
    if (grammar::among(lists::kFinite, terms_[i].word)) return true;
  }
  return false;
}

// "rejects a sign-in without ...", "no access beside ...", "nobody may ... unless": two negations
// that make a strict rule.
bool StrictRules::makes(const Phrase& phrase, std::size_t at, std::size_t count) const {
  if (phrase.rule == WeakeningRule::Outdated) return !is_about_document(terms_, at);
  if (phrase.rule == WeakeningRule::Failure) {
    return none_before(at) || of_somebody(at) || is_condition(at) || is_failed_thing(phrase, at);
  }
  // "Only licensed drivers may ...": a ban.
  if (phrase.words == "may") return only_by(at) || only_before(at) || no_before(at);
  // "there are none, apart from the transport lines": these there are.
  if (phrase.rule == WeakeningRule::Exception) return at > 0 && terms_[at - 1].word == "none";
  if (phrase.rule != WeakeningRule::Negation) return false;
  if (is_condition(at)) return true;
  // "There are none, apart from the transport lines."
  constexpr std::array kBut{"apart"sv, "except"sv, "but"sv, "other"sv};
  const std::size_t behind = at + count;
  const bool some = terms_[behind - 1].word.starts_with("none") && behind < terms_.size() &&
                    grammar::among(kBut, terms_[behind].word);
  if (some) return true;
  // "A document without a class is treated as internal" is a rule for that case.
  const bool attribute = (phrase.words == "not" && is_attribute(at)) ||
                         (phrase.words == "without" && !verb_before(at));
  if (of_somebody(at) || only_by(at) || attribute) return true;
  return phrase.words != "no longer" && denies_denial(at, count);
}

bool StrictRules::denies_denial(std::size_t at, std::size_t count) const {
  constexpr std::array kPronounsOfClause{"which"sv, "that"sv, "whose"sv, "who"sv};
  // "no tests and no records": one denial beside another.
  const bool joined = at > 0 && (terms_[at - 1].word == "and" || terms_[at - 1].word == "or");
  const std::size_t first = clause_start(terms_[at].start);
  const std::size_t last = clause_end(terms_[at + count - 1].end);
  bool relative = false;  // "no form in which input was not checked"
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (terms_[i].start < first || terms_[i].end > last) continue;
    const std::string& word = terms_[i].word;
    if (i >= at + count && relative && word == "not") return true;
    relative = relative || (i >= at + count && grammar::among(kPronounsOfClause, word));
    if (i < at && !joined && grammar::among(lists::kRefusals, word)) return true;
    if (i < at + count) continue;
    if (grammar::among(lists::kTurnedAway, word) || grammar::among(lists::kOnlyWays, word))
      return true;
    if (word == "may" && terms_[at].word == "no") return true;  // "No guest may ...": a ban
    if (word == "before" && holds_now(at + count, i) && verb_behind(i, last)) return true;
  }
  return false;
}

// "No change is merged before a second developer has reviewed it": only after that. "No test was
// made before ..." tells what was not done.
bool StrictRules::holds_now(std::size_t from, std::size_t to) const {
  constexpr std::array kPast{"was"sv, "were"sv, "had"sv, "has"sv, "have"sv, "did"sv};
  return !grammar::any_among(std::span(terms_).subspan(from, to - from), kPast);
}
bool StrictRules::verb_behind(std::size_t at, std::size_t last) const {
  return std::ranges::any_of(std::span(terms_).subspan(at), [last](const Term& term) {
    return term.end <= last && grammar::among(lists::kFinite, term.word);
  });
}

}  // namespace assay::assess
