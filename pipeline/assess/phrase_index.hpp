// SPDX-License-Identifier: Apache-2.0
// The phrases of weakening_phrases.hpp, found by their first word.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pipeline/assess/weakening_phrases.hpp"

namespace assay::assess {

struct Phrase {
  std::string_view words;
  WeakeningRule rule = WeakeningRule::Negation;
  Reach reach = Reach::Clause;
};

// Phrases by their first word.
class Phrases {
 public:
  explicit Phrases(std::span<const PhraseGroup> groups);
  [[nodiscard]] std::span<const Phrase> that_begin(std::string_view word) const;

 private:
  std::unordered_map<std::string_view, std::vector<Phrase>> by_first_;
};

// Those that weaken, and those that only look so.
[[nodiscard]] const Phrases& weakening_phrases();
[[nodiscard]] const Phrases& harmless_phrases();

}  // namespace assay::assess
