// SPDX-License-Identifier: Apache-2.0
// Phrases by their first word, read from the tables once.
#include "pipeline/assess/phrase_index.hpp"

#include <algorithm>
#include <array>

namespace assay::assess {

Phrases::Phrases(std::span<const PhraseGroup> groups) {
  for (const PhraseGroup& group : groups) {
    std::string_view rest = group.phrases;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('|'), rest.size());
      const std::string_view words = rest.substr(0, end);
      by_first_[words.substr(0, words.find(' '))].push_back({words, group.rule, group.reach});
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

std::span<const Phrase> Phrases::that_begin(std::string_view word) const {
  const auto found = by_first_.find(word);
  if (found == by_first_.end()) return {};
  return found->second;
}

const Phrases& weakening_phrases() {
  static const Phrases instance(kPhraseGroups);
  return instance;
}

const Phrases& harmless_phrases() {
  // Of these the rule is of no account.
  static const Phrases instance{
      std::array{PhraseGroup{WeakeningRule::Negation, Reach::Clause, kHarmless}}};
  return instance;
}

}  // namespace assay::assess
