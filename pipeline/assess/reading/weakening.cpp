// SPDX-License-Identifier: Apache-2.0
// The rules of weakening with their names and reasons; finding them in a statement by phrases.
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
                                "it only asks"sv};
  return kReasons.at(static_cast<std::size_t>(rule));
}

namespace {

using text::Term;

class Reader : private IndexedWords {
 public:
  explicit Reader(const text::Wording& said) : IndexedWords(said), strict_(said) {}

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
        out.push_back({found->rule, terms_[at].start, terms_[at + taken - 1].end});
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
