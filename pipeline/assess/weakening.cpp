// SPDX-License-Identifier: Apache-2.0
// What takes force from a statement: phrases over folded words, each with the reach of its rule.
#include "pipeline/assess/weakening.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/weakening_phrases.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;
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
      for (const Phrase& phrase : kPhrases) {
        const std::size_t words = matches(phrase.words, at);
        if (words <= taken || (phrase.words == "may" && is_month(at))) continue;
        found = &phrase;
        taken = words;
      }
      if (found != nullptr && !is_strict(*found, at, taken)) {
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
    for (const auto phrase : kHarmless) longest = std::max(longest, matches(phrase, at));
    return longest;
  }

  // "May 2026", "12 May", with a capital letter.
  [[nodiscard]] bool is_month(std::size_t at) const {
    const bool capital = text_[terms_[at].start] == 'M';
    const bool digits =
        (at + 1 < terms_.size() && terms_[at + 1].number) || (at > 0 && terms_[at - 1].number);
    return capital && (digits || at > 0);
  }

  [[nodiscard]] bool verb_before(std::size_t at) const {
    return std::any_of(
        terms_.begin(), terms_.begin() + static_cast<std::ptrdiff_t>(at), [](const Term& term) {
          return grammar::among(grammar::kFinite, term.word) || grammar::participle(term.word);
        });
  }

  // "rejects a sign-in without ...", "no access beside ...", "nobody may ... unless": two negations
  // that make a strict rule.
  [[nodiscard]] bool is_strict(const Phrase& phrase, std::size_t at, std::size_t count) const {
    if (phrase.rule != WeakeningRule::Negation) return false;
    // "A document without a class is treated as internal" is a rule for that case.
    if (phrase.words == "without" && !verb_before(at)) return true;
    const std::size_t first = clause_start(terms_[at].start);
    const std::size_t last = clause_end(terms_[at + count - 1].end);
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (terms_[i].start < first || terms_[i].end > last) continue;
      if (i < at && std::ranges::find(kRefusals, terms_[i].word) != kRefusals.end()) return true;
      if (i >= at + count && std::ranges::find(kOnlyWays, terms_[i].word) != kOnlyWays.end()) {
        return true;
      }
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
      if (std::ranges::find(kSubordinators, term.word) == kSubordinators.end()) continue;
      found.scope_start = std::max(found.scope_start, term.end);
      found.scope_end = std::min(found.scope_end, text_.find_first_of(",;:)", found.end));
      return;
    }
  }

  // "without a class" denies the class only, not what the sentence goes on to say.
  void keep_to_object(Weakening& found, std::size_t behind) const {
    constexpr std::size_t kObjectWords = 3;
    std::size_t content = 0;
    for (std::size_t i = behind; i < terms_.size(); ++i) {
      content += terms_[i].stop ? 0 : 1;
      if (content < kObjectWords) continue;
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
    if (phrase.reach != Reach::Statement) keep_to_subordinate(out);
    if (phrase.words == "without") keep_to_object(out, at + count);
    return out;
  }

  // Clauses end at semicolons, colons of rows, and at commas before a conjunction.
  [[nodiscard]] std::size_t clause_start(std::size_t before) const {
    std::size_t start = 0;
    for (const auto mark : kClauseMarks) {
      const std::size_t at = text_.substr(0, before).rfind(mark);
      if (at != std::string_view::npos) start = std::max(start, at + mark.size());
    }
    return start;
  }
  [[nodiscard]] std::size_t clause_end(std::size_t from) const {
    std::size_t end = text_.size();
    for (const auto mark : kClauseMarks) {
      const std::size_t at = text_.find(mark, from);
      if (at != std::string_view::npos) end = std::min(end, at);
    }
    return end;
  }

  static constexpr std::array kRefusals{
      "reject"sv,  "rejects"sv,  "rejected"sv,   "refuse"sv,    "refuses"sv, "refused"sv,
      "deny"sv,    "denies"sv,   "denied"sv,     "block"sv,     "blocks"sv,  "blocked"sv,
      "prevent"sv, "prevents"sv, "prohibited"sv, "forbidden"sv, "avoid"sv,   "nobody"sv,
      "no"sv,      "not"sv,      "never"sv};
  static constexpr std::array kOnlyWays{"beside"sv, "besides"sv, "without"sv, "unless"sv,
                                        "until"sv,  "except"sv,  "longer"sv};
  static constexpr std::array kSubordinators{
      "if"sv,     "when"sv,  "whenever"sv, "where"sv, "who"sv,     "whoever"sv, "which"sv, "that"sv,
      "unless"sv, "until"sv, "once"sv,     "whose"sv, "because"sv, "after"sv,   "before"sv};
  static constexpr std::array kClauseMarks{";"sv,          ", but "sv,     ", and "sv,
                                           ", while "sv,   ", whereas "sv, ", however"sv,
                                           " although "sv, " because "sv,  " but "sv};

  std::string_view text_;
  std::vector<Term> terms_;
};

// "Approved by: ", "Date: -", "Owner: n/a; ...": a row's field without a value.
void add_blanks(std::string_view text, std::vector<Weakening>& out) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    std::size_t value = colon + 1;
    while (value < text.size() && text[value] == ' ') ++value;
    const std::size_t end = std::min(text.find_first_of(";\n", value), text.size());
    const std::string found = text::folded(text.substr(value, end - value));
    const bool blank = (found.empty() && end < text.size()) || found == "-" || found == "\u2013" ||
                       found == "\u2014" || found == "n/a" || found == "?" || found == "none" ||
                       found.find_first_not_of("_. ") == std::string::npos;
    if (!blank || colon + 1 >= text.size()) continue;
    const std::size_t before = text.substr(0, colon).rfind(';');
    const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    out.push_back({WeakeningRule::Blank, start, end, start, end});
  }
}

}  // namespace

std::string_view rule_name(WeakeningRule rule) {
  constexpr std::array kNames{"negation"sv,
                              "plan"sv,
                              "wish"sv,
                              "draft"sv,
                              "exception"sv,
                              "blank"sv,
                              "failure"sv,
                              "outdated"sv,
                              "table-of-contents"sv,
                              "definition"sv,
                              "document-history"sv,
                              "other-subject"sv};
  return kNames.at(static_cast<std::size_t>(rule));
}

std::string_view explain(WeakeningRule rule) {
  constexpr std::array kReasons{"it is denied"sv,
                                "it is only planned"sv,
                                "it is not binding"sv,
                                "the document is a draft or not approved"sv,
                                "an exception is made"sv,
                                "the entry is left open"sv,
                                "it was not carried out"sv,
                                "the document is out of force"sv,
                                "it is an entry of a table of contents"sv,
                                "it only says what a word means"sv,
                                "it speaks of the document's own versions"sv,
                                "it speaks of what another party does"sv};
  return kReasons.at(static_cast<std::size_t>(rule));
}

double remaining_force(WeakeningRule rule) {
  constexpr std::array kForce{0.30, 0.30, 0.75, 0.45, 0.65, 0.35,
                              0.40, 0.35, 0.25, 0.30, 0.30, 0.40};
  return kForce.at(static_cast<std::size_t>(rule));
}

std::vector<Weakening> weakenings(std::string_view text) {
  auto out = Reader(text).read();
  add_blanks(text, out);
  std::ranges::stable_sort(out, {}, &Weakening::start);
  return out;
}

bool says_draft(std::string_view text) {
  return std::ranges::any_of(weakenings(text), [](const Weakening& found) {
    return found.rule == WeakeningRule::Draft || found.rule == WeakeningRule::Outdated;
  });
}

}  // namespace assay::assess
