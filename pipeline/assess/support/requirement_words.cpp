// SPDX-License-Identifier: Apache-2.0
// Comparing texts by stems and by concepts of the thesaurus.
#include "pipeline/assess/support/requirement_words.hpp"

#include <algorithm>
#include <iterator>

namespace assay::assess {
namespace {

void join_places(std::vector<std::size_t>& one, const std::vector<std::size_t>& other) {
  std::vector<std::size_t> both;
  std::ranges::set_union(one, other, std::back_inserter(both));
  one = std::move(both);
}

}  // namespace

ConceptText::ConceptText(std::string from)
    : text(std::move(from)), terms(text::terms(text)), concepts(text::concepts_in(terms)) {
  for (const auto& found : concepts) concept_ids.insert(found.concept_id);
}

std::set<StemPair> stem_pairs(const ConceptText& text) {
  std::set<StemPair> out;
  for (std::size_t i = 1; i < text.terms.size(); ++i) {
    out.insert({text.terms[i - 1].stem, text.terms[i].stem});
  }
  return out;
}

RequirementWords::RequirementWords(std::string_view requirement, const StemWeight& weight)
    : ConceptText(std::string(requirement)), pairs(stem_pairs(*this)) {
  for (const text::Term& term : terms) {
    if (!term.stop && term.word.size() > 1) stems.emplace(term.stem, 0);
  }
  for (auto& [stem, place] : stems) {
    place = weights.size();
    weights.push_back(weight ? weight(stem) : 1.0);
    whole += weights.back();
  }
  concepts_of.resize(weights.size());
  for (const auto& found : concepts) {
    for (std::size_t i = found.first; i < found.last; ++i) {
      const auto place = stems.find(terms[i].stem);
      if (place != stems.end()) concepts_of[place->second].insert(found.concept_id);
    }
  }
}

Overlap overlap_of(const RequirementWords& requirement, const ConceptText& text) {
  std::set<std::string_view> stems;
  for (const text::Term& term : text.terms) stems.insert(term.stem);
  Overlap out;
  for (const auto& [stem, place] : requirement.stems) {
    const bool said = stems.contains(stem);
    const bool meant =
        std::ranges::any_of(requirement.concepts_of[place],
                            [&text](std::string_view id) { return text.concept_ids.contains(id); });
    if (said) out.said.push_back(place);
    if (said || meant) out.meant.push_back(place);
  }
  return out;
}

void join(Overlap& one, const Overlap& other) {
  join_places(one.said, other.said);
  join_places(one.meant, other.meant);
}

double share_of(const RequirementWords& requirement, std::span<const std::size_t> places) {
  double sum = 0;
  for (const std::size_t place : places) sum += requirement.weights[place];
  return requirement.whole > 0 ? sum / requirement.whole : 0;
}

}  // namespace assay::assess
