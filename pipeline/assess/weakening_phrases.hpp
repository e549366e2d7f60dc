// SPDX-License-Identifier: Apache-2.0
// The phrases that weaken a statement, and those that only look so, found by their first word.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pipeline/assess/language/lexicon.hpp"
#include "pipeline/assess/weakening.hpp"

namespace assay::assess {

// What a phrase bears on: the rest of its clause, its clause, or the whole statement.
enum class Reach { Behind, Clause, Statement };

struct Phrase {
  std::string_view words;  // folded, joined by blanks
  WeakeningRule rule = WeakeningRule::Negation;
  Reach reach = Reach::Clause;
};

// Phrases of weakening_phrases.tsv by their first word, in the order of the table.
class Phrases {
 public:
  // harmless: those that look like a weakening and are none. Of these the rule is of no account.
  // Throws std::runtime_error where a line names no rule or reach.
  explicit Phrases(bool harmless);
  [[nodiscard]] std::span<const Phrase> that_begin(std::string_view word) const;

 private:
  std::vector<TableLine> lines_;
  std::unordered_map<std::string_view, std::vector<Phrase>> by_first_;
};

[[nodiscard]] const Phrases& weakening_phrases();
[[nodiscard]] const Phrases& harmless_phrases();

}  // namespace assay::assess
