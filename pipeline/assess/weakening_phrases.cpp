// SPDX-License-Identifier: Apache-2.0
// Phrases by their first word, read from the table once.
#include "pipeline/assess/weakening_phrases.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "pipeline/assess/reading/tables.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kHarmless = "harmless";

// "negation behind"
Phrase phrase_of(std::string_view name) {
  constexpr std::array kReaches{"behind"sv, "clause"sv, "statement"sv};
  const std::size_t blank = std::min(name.find(' '), name.size());
  const auto rule = rule_named(name.substr(0, blank));
  const auto reach = std::ranges::find(kReaches, name.substr(std::min(blank + 1, name.size())));
  if (!rule || reach == kReaches.end()) {
    throw std::runtime_error("weakening_phrases.tsv: \"" + std::string(name) + "\"");
  }
  return {{}, *rule, static_cast<Reach>(reach - kReaches.begin())};
}

}  // namespace

Phrases::Phrases(bool harmless) : lines_(table_lines(kWeakeningPhrases)) {
  for (const TableLine& line : lines_) {
    if ((line.name == kHarmless) != harmless) continue;
    Phrase phrase = harmless ? Phrase{} : phrase_of(line.name);
    for (const std::string& entry : line.entries) {
      phrase.words = entry;
      by_first_[phrase.words.substr(0, phrase.words.find(' '))].push_back(phrase);
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

}  // namespace assay::assess
