// SPDX-License-Identifier: Apache-2.0
// Stems, and the best credit of each group of the lexicon that a word of the text belongs to.
#include "pipeline/assess/vocabulary.hpp"

#include <algorithm>

namespace assay::assess {

void Vocabulary::add(std::string_view text) {
  const auto terms = text::terms(text);
  add(terms, content_words(terms));
}

void Vocabulary::add(std::span<const text::Term> terms, std::span<const Word> words) {
  for (const text::Term& term : terms) {
    if (!term.stop) stems_.insert(term.stem);
  }
  for (const Word& word : words) {
    for (const Sense& sense : word.senses) {
      float& credit = groups_[sense.group];
      credit = std::max(credit, sense.credit);
    }
    stems_.insert(word.stem);
  }
}

double Vocabulary::holds(const Word& asked) const {
  if (stems_.contains(asked.stem)) return 1;
  double best = 0;
  for (const Sense& sense : asked.senses) {
    if (groups_.contains(sense.group)) best = std::max(best, static_cast<double>(sense.credit));
  }
  return best;
}

}  // namespace assay::assess
