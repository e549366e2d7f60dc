// SPDX-License-Identifier: Apache-2.0
// Resolves meanings to concepts, and finds both sides of the entries in texts.
#include "pipeline/text/glossary.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/text/concepts.hpp"

namespace assay::text {
namespace {

// The concepts that the whole text is an expression of. Stop words around it do not count.
std::set<std::string> concepts_of_whole(std::string_view text) {
  auto read = terms(text);
  std::erase_if(read, [](const Term& term) { return term.stop; });
  std::set<std::string> found;
  for (const ConceptMatch& match : concepts_in(read)) {
    if (match.first == 0 && match.last == read.size()) found.emplace(match.concept_id);
  }
  return found;
}

}  // namespace

Glossary::Glossary(std::span<const GlossaryEntry> entries) {
  for (const GlossaryEntry& given : entries) {
    Entry entry{index_stems(given.expression), index_stems(given.meaning),
                concepts_of_whole(given.meaning)};
    if (entry.expression.empty() || entry.meaning.empty()) continue;
    const auto number = static_cast<std::uint32_t>(entries_.size());
    trie_.add(2 * number, given.expression);
    trie_.add(2 * number + 1, given.meaning);
    by_meaning_[entry.meaning].push_back(number);
    for (const std::string& name : entry.concepts) by_concept_[name].push_back(number);
    entries_.push_back(std::move(entry));
  }
}

OtherWords Glossary::other_words(std::span<const Term> terms) const {
  std::set<std::uint32_t> named;                // entries whose expression the text has
  std::set<std::vector<std::string>> meanings;  // that it speaks of
  std::set<std::vector<std::string>> said;      // expressions and meanings in its own words
  std::set<std::string> concepts;
  for (const ConceptMatch& match : concepts_in(terms)) concepts.emplace(match.concept_id);
  const std::set<std::string> own_concepts = concepts;
  for (const ExpressionMatch& match : trie_.matches(terms)) {
    const Entry& entry = entries_[match.id / 2];
    if (match.id % 2 == 0) named.insert(match.id / 2);
    said.insert(match.id % 2 == 0 ? entry.expression : entry.meaning);
    meanings.insert(entry.meaning);
    concepts.insert(entry.concepts.begin(), entry.concepts.end());
  }
  OtherWords out;
  for (const std::uint32_t number : named) {
    const Entry& entry = entries_[number];
    if (!said.contains(entry.meaning)) out.expressions.insert(entry.meaning);
    std::ranges::set_difference(entry.concepts, own_concepts,
                                std::inserter(out.concepts, out.concepts.end()));
  }
  const auto add = [&](const std::vector<std::uint32_t>& numbers) {
    for (const std::uint32_t number : numbers) {
      const Entry& entry = entries_[number];
      if (!said.contains(entry.expression)) out.expressions.insert(entry.expression);
    }
  };
  for (const auto& meaning : meanings) add(by_meaning_.at(meaning));
  for (const std::string& name : concepts) {
    if (const auto found = by_concept_.find(name); found != by_concept_.end()) add(found->second);
  }
  return out;
}

}  // namespace assay::text
