// SPDX-License-Identifier: Apache-2.0
// A tenant's glossary: its own names for things and what they mean ("HarbourLink" is a VPN). It
// extends the thesaurus for this tenant, where queries are read; no text is indexed differently.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "pipeline/text/concepts.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::text {

struct GlossaryEntry {
  std::string expression;
  std::string meaning;
};

// Other words for what a text states.
struct OtherWords {
  std::set<std::vector<std::string>> expressions;  // the stems of each, without stop words
  std::set<std::string> concepts;                  // of the thesaurus
};

class Glossary {
 public:
  Glossary() = default;
  explicit Glossary(std::span<const GlossaryEntry> entries);

  [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }

  // If the text contains a meaning, in its words or in others of the same concept, returns each
  // expression with that meaning; if it contains an expression, returns its meaning. Leaves out
  // words that the text has itself.
  [[nodiscard]] OtherWords other_words(std::span<const Term> terms) const;

 private:
  struct Entry {
    std::vector<std::string> expression;  // stems
    std::vector<std::string> meaning;
    std::set<std::string> concepts;  // that the whole meaning is an expression of
  };

  std::vector<Entry> entries_;
  std::map<std::vector<std::string>, std::vector<std::uint32_t>> by_meaning_;  // entries
  std::map<std::string, std::vector<std::uint32_t>> by_concept_;
  ExpressionTrie trie_;  // of entry n: the expression as 2n, the meaning as 2n + 1
};

}  // namespace assay::text
