// SPDX-License-Identifier: Apache-2.0
// A requirement's words and concepts, and how many of them another text has.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/text/concepts.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

// The weight of a word: how much it says about a text's subject, by its stem as text::terms() gives
// it. It is the logarithm of how rare the stem is in the texts that stem_counts.tsv was counted
// over (BM25's inverse document frequency, Robertson and Zaragoza 2009): at least 0.5, and highest
// for a stem that hardly any of them has. It does not depend on anything that a tenant uploads, so
// other documents do not change the weights of a requirement's words.
[[nodiscard]] double stem_weight(std::string_view stem);

// A text's terms, and the concepts of the thesaurus that occur in it.
struct ConceptText {
  explicit ConceptText(std::string from);
  // terms: of the text.
  ConceptText(std::string from, std::vector<text::Term> terms);
  ConceptText(const ConceptText&) = delete;  // the members view each other's strings
  ConceptText& operator=(const ConceptText&) = delete;

  std::string text;
  std::vector<text::Term> terms;
  std::vector<std::string_view> own_stems;  // each once, sorted
  std::vector<text::ConceptMatch> concepts;
  std::set<std::string_view> concept_ids;
};

// Two neighbouring stems.
using StemPair = std::pair<std::string_view, std::string_view>;
[[nodiscard]] std::set<StemPair> stem_pairs(const ConceptText& text);

struct RequirementWords : ConceptText {
  explicit RequirementWords(std::string_view requirement);

  std::map<std::string_view, std::size_t> stems;        // content words' stems: their places
  std::vector<double> weights;                          // of each place: see stem_weight()
  std::vector<std::set<std::string_view>> concepts_of;  // likewise: concepts it is part of
  std::set<StemPair> pairs;
  double whole = 0;  // sum of the weights
};

// Places of the requirement's stems that a text has. Rising.
struct Overlap {
  std::vector<std::size_t> said;   // by the word itself
  std::vector<std::size_t> meant;  // by the word or by a concept it is part of
};
[[nodiscard]] Overlap overlap_of(const RequirementWords& requirement, const ConceptText& text);

// Adds the places of the second to the first.
void join(Overlap& one, const Overlap& other);

// For each of the text's terms: whether it is part of a concept that the requirement also has.
[[nodiscard]] std::vector<bool> in_shared_concepts(const RequirementWords& requirement,
                                                   const ConceptText& text);

// Share of a text's content words, by weight, that the requirement has or has a concept of, 0..1.
[[nodiscard]] double precision_of(const RequirementWords& requirement, const ConceptText& text);

// The weight of the requirement's heaviest word that is not among these places, as a share of its
// heaviest word; 0 if none is missing.
[[nodiscard]] double lacking(const RequirementWords& requirement,
                             std::span<const std::size_t> places);

// Share of the requirement by weight, 0..1.
[[nodiscard]] double share_of(const RequirementWords& requirement,
                              std::span<const std::size_t> places);

}  // namespace assay::assess
