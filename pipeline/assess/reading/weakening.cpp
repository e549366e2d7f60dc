// SPDX-License-Identifier: Apache-2.0
// The rules of weakening with their names, reasons and force; finding them in a statement by
// phrases, each with the reach of its rule.
#include "pipeline/assess/reading/weakening.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/cells.hpp"
#include "pipeline/assess/reading/weakening_phrases.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

using namespace std::string_view_literals;

namespace {

constexpr std::array kRuleNames{"negation"sv,
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
                                "other-subject"sv,
                                "out-of-period"sv,
                                "question"sv};

}  // namespace

std::string_view rule_name(WeakeningRule rule) {
  return kRuleNames.at(static_cast<std::size_t>(rule));
}

std::optional<WeakeningRule> rule_named(std::string_view name) {
  const auto found = std::ranges::find(kRuleNames, name);
  if (found == kRuleNames.end()) return std::nullopt;
  return static_cast<WeakeningRule>(found - kRuleNames.begin());
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
                                "it speaks of what another party does"sv,
                                "it is not of the period asked about"sv,
                                "it only asks"sv};
  return kReasons.at(static_cast<std::size_t>(rule));
}

double remaining_force(WeakeningRule rule) {
  constexpr std::array kForce{0.30, 0.30, 0.70, 0.35, 0.65, 0.35, 0.38,
                              0.35, 0.25, 0.30, 0.30, 0.35, 0.20, 0.30};
  return kForce.at(static_cast<std::size_t>(rule));
}

namespace {

using text::Term;

class Reader : private ClauseBounds {
 public:
  explicit Reader(const text::Wording& said) : ClauseBounds(said), strict_(said) {}

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
      if (found != nullptr && !strict_.makes(*found, at, taken) &&
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

  // "Access cards were not collected": behind the clause's first verb "not" denies the predicate,
  // and so it of the subject.
  [[nodiscard]] bool denies_predicate(std::size_t at) const {
    if (at == 0 || !grammar::among(lists::kFinite, terms_[at - 1].word)) return false;
    const std::size_t from = clause_start(terms_[at].start);
    for (std::size_t i = 0; i + 1 < at; ++i) {
      if (terms_[i].start < from) continue;
      if (grammar::among(lists::kFinite, terms_[i].word) || terms_[i].word == "and") return false;
    }
    return true;
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
    out.of_before = phrase.rule == WeakeningRule::Negation && phrase.reach == Reach::Statement;
    if (phrase.words == "without") keep_to_object(out, at + count);
    // "The machine is switched off, locked and tagged"
    if (phrase.words.ends_with(" off")) {
      const std::size_t before = text_.substr(0, out.start).rfind(", ");
      if (before != std::string_view::npos) out.scope_start = std::max(out.scope_start, before + 2);
      out.scope_end = std::min(out.scope_end, text_.find(", ", out.end));
    }
    return out;
  }

  StrictRules strict_;
};

}  // namespace

std::vector<Weakening> weakenings(const text::Wording& said) {
  auto out = Reader(said).read();
  add_blank_fields(said.text, out);
  std::ranges::stable_sort(out, {}, &Weakening::start);
  return out;
}

bool says_draft(const text::Wording& said) {
  return std::ranges::any_of(weakenings(said), [](const Weakening& found) {
    return found.rule == WeakeningRule::Draft || found.rule == WeakeningRule::Outdated;
  });
}

}  // namespace assay::assess
