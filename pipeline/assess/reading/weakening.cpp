// SPDX-License-Identifier: Apache-2.0
// The rules of weakening with their names and reasons; finding them in a statement by phrases.
#include "pipeline/assess/reading/weakening.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/cells.hpp"
#include "pipeline/assess/reading/strict_rules.hpp"
#include "pipeline/assess/reading/tables.hpp"

namespace assay::assess {
namespace {

using Texts = std::pair<std::string_view, std::string_view>;

// Name and reason of each rule, in the order of WeakeningRule.
constexpr std::array kRules{Texts{"negation", "it is denied"},
                            Texts{"plan", "it is only planned"},
                            Texts{"wish", "it is not binding"},
                            Texts{"draft", "the document is a draft or not approved"},
                            Texts{"exception", "an exception is made"},
                            Texts{"blank", "the entry is left open"},
                            Texts{"failure", "it was not carried out"},
                            Texts{"outdated", "the document is out of force"},
                            Texts{"table-of-contents", "it is an entry of a table of contents"},
                            Texts{"definition", "it only says what a word means"},
                            Texts{"document-history", "it speaks of the document's own versions"},
                            Texts{"other-subject", "it speaks of what another party does"},
                            Texts{"question", "it only asks"}};

WeakeningRule rule_named(std::string_view name) {
  const auto found = std::ranges::find(kRules, name, &Texts::first);
  if (found == kRules.end()) {
    throw std::runtime_error("weakening_phrases.tsv: \"" + std::string(name) + "\"");
  }
  return static_cast<WeakeningRule>(found - kRules.begin());
}

using Phrases = std::unordered_map<std::string_view, std::vector<Phrase>>;

// By their first word, in the order of the table.
Phrases read_phrases() {
  Phrases out;
  for (const auto& [name, phrases] : kWeakeningPhrases) {
    const auto rule = name == "harmless" ? std::nullopt : std::optional(rule_named(name));
    for (const auto words : phrases) out[words.substr(0, words.find(' '))].push_back({words, rule});
  }
  return out;
}

class Reader : private IndexedWords {
 public:
  explicit Reader(const text::Wording& said) : IndexedWords(said), said_(said) {}

  std::vector<Weakening> read() const {
    std::vector<Weakening> out;
    for (std::size_t at = 0; at < terms_.size();) {
      auto [phrase, words] = longest(at, true);
      if (phrase == nullptr) std::tie(phrase, words) = longest(at, false);
      if (phrase != nullptr && phrase->rule && !weakens_nothing(said_, *phrase, at, words)) {
        out.push_back({*phrase->rule, terms_[at].start, terms_[at + words - 1].end});
      }
      at += std::max<std::size_t>(words, 1);
    }
    return out;
  }

 private:
  // The longest phrase at a word, and the number of its words. harmless: of those without a rule.
  [[nodiscard]] std::pair<const Phrase*, std::size_t> longest(std::size_t at, bool harmless) const {
    static const Phrases phrases = read_phrases();
    std::pair<const Phrase*, std::size_t> out{nullptr, 0};
    const auto found = phrases.find(word(at));
    if (found == phrases.end()) return out;
    for (const Phrase& phrase : found->second) {
      if (phrase.rule.has_value() == harmless) continue;
      const std::size_t words = matches(phrase.words, at);
      if (words > out.second && !(phrase.words == "may" && is_month(at))) out = {&phrase, words};
    }
    return out;
  }

  // The number of words of the phrase if it stands at `at`, else 0.
  [[nodiscard]] std::size_t matches(std::string_view phrase, std::size_t at) const {
    std::size_t words = 0;
    while (!phrase.empty()) {
      const std::size_t end = std::min(phrase.find(' '), phrase.size());
      if (word(at + words++) != phrase.substr(0, end)) return 0;
      phrase.remove_prefix(std::min(end + 1, phrase.size()));
    }
    return words;
  }

  // "May 2026", "12 May", with a capital letter.
  [[nodiscard]] bool is_month(std::size_t at) const {
    const bool year = at + 1 < terms_.size() && terms_[at + 1].number;
    return text_[terms_[at].start] == 'M' && (year || at > 0);
  }

  const text::Wording& said_;
};

}  // namespace

std::string_view rule_name(WeakeningRule rule) {
  return kRules.at(static_cast<std::size_t>(rule)).first;
}

std::string_view explain(WeakeningRule rule) {
  return kRules.at(static_cast<std::size_t>(rule)).second;
}

std::vector<Weakening> weakenings(const text::Wording& said) {
  auto out = Reader(said).read();
  add_blank_fields(said.text, out);
  std::ranges::stable_sort(out, {}, &Weakening::start);
  return out;
}

bool says_draft(const text::Wording& said) {
  const auto found = weakenings(said);
  return any_by(found, WeakeningRule::Draft) || any_by(found, WeakeningRule::Outdated);
}

}  // namespace assay::assess
