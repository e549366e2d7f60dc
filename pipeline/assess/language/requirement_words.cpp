// SPDX-License-Identifier: Apache-2.0
// Compares texts by stems and by concepts of the thesaurus.
#include "pipeline/assess/language/requirement_words.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "pipeline/assess/language/tables.hpp"

namespace assay::assess {
namespace {

void join_places(std::vector<std::size_t>& one, const std::vector<std::size_t>& other) {
  std::vector<std::size_t> both;
  std::ranges::set_union(one, other, std::back_inserter(both));
  one = std::move(both);
}

}  // namespace

double stem_weight(std::string_view stem) {
  constexpr double kLeast = 0.5;
  constexpr double kOfRare = 2;  // the table leaves out what fewer than five texts have
  static const std::unordered_map<std::string_view, double> counts(kStemCounts.begin(),
                                                                   kStemCounts.end());
  static const double texts = counts.at("*");
  const auto found = counts.find(stem);
  const double count = found == counts.end() ? kOfRare : found->second;
  return std::max(kLeast, std::log1p((texts - count + 0.5) / (count + 0.5)));
}

ConceptText::ConceptText(std::string from) : ConceptText(from, text::terms(from)) {}

ConceptText::ConceptText(std::string from, std::vector<text::Term> read)
    : text(std::move(from)), terms(std::move(read)), concepts(text::concepts_in(terms)) {
  for (const auto& found : concepts) concept_ids.insert(found.concept_id);
  for (const text::Term& term : terms) own_stems.push_back(term.stem);
  std::ranges::sort(own_stems);
  const auto repeated = std::ranges::unique(own_stems);
  own_stems.erase(repeated.begin(), repeated.end());
}

std::set<StemPair> stem_pairs(const ConceptText& text) {
  std::set<StemPair> out;
  for (std::size_t i = 1; i < text.terms.size(); ++i) {
    out.insert({text.terms[i - 1].stem, text.terms[i].stem});
  }
  return out;
}

RequirementWords::RequirementWords(std::string_view requirement)
    : ConceptText(std::string(requirement)), pairs(stem_pairs(*this)) {
  for (const text::Term& term : terms) {
    if (!term.stop && term.word.size() > 1) stems.emplace(term.stem, 0);
  }
  for (auto& [stem, place] : stems) {
    place = weights.size();
    weights.push_back(stem_weight(stem));
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
  Overlap out;
  for (const auto& [stem, place] : requirement.stems) {
    const bool said = std::ranges::binary_search(text.own_stems, stem);
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

std::vector<bool> in_shared_concepts(const RequirementWords& requirement, const ConceptText& text) {
  std::vector<bool> out(text.terms.size());
  for (const auto& found : text.concepts) {
    if (!requirement.concept_ids.contains(found.concept_id)) continue;
    for (std::size_t i = found.first; i < found.last; ++i) out[i] = true;
  }
  return out;
}

double precision_of(const RequirementWords& requirement, const ConceptText& text) {
  const auto meant = in_shared_concepts(requirement, text);
  double whole = 0;
  double shared = 0;
  for (std::size_t i = 0; i < text.terms.size(); ++i) {
    const text::Term& term = text.terms[i];
    if (term.stop) continue;
    const double weight = stem_weight(term.stem);
    whole += weight;
    if (meant[i] || requirement.stems.contains(term.stem)) shared += weight;
  }
  return whole > 0 ? shared / whole : 0;
}

double lacking(const RequirementWords& requirement, std::span<const std::size_t> places) {
  double most = 0;
  double lacked = 0;
  for (std::size_t i = 0; i < requirement.weights.size(); ++i) {
    most = std::max(most, requirement.weights[i]);
    if (!std::ranges::binary_search(places, i)) lacked = std::max(lacked, requirement.weights[i]);
  }
  return most > 0 ? lacked / most : 0;
}

double share_of(const RequirementWords& requirement, std::span<const std::size_t> places) {
  double sum = 0;
  for (const std::size_t place : places) sum += requirement.weights[place];
  return requirement.whole > 0 ? sum / requirement.whole : 0;
}

}  // namespace assay::assess
