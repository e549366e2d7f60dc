// SPDX-License-Identifier: Apache-2.0
// Reads queries: their words, the concepts they name, and other words for them in the glossary.
#include "pipeline/search/retriever.hpp"

#include <algorithm>
#include <utility>

#include "pipeline/search/index.hpp"
#include "pipeline/text/concepts.hpp"
#include "pipeline/text/glossary.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::search {
namespace {

constexpr double kExpansionWeight = 0.3;
// The weight of phrases from a language model: less than that of the requirement's own words, which
// are fewer, and more than a heading's.
constexpr double kPhraseWeight = 0.5;
// Weight of a concept, and of other words for the same thing, relative to the words themselves.
constexpr double kConceptWeight = 0.5;

// Appends a sentence, with one full stop between the two.
void add_sentence(std::string& text, std::string_view more) {
  if (more.empty()) return;
  if (!text.empty()) text += text.ends_with('.') ? " " : ". ";
  text += more;
}

void add_terms(QueryTerms& all, std::string_view text, double weight,
               const text::Glossary* glossary) {
  const auto raise = [&all](std::vector<std::string> stems, double to) {
    double& known = all[std::move(stems)];
    known = std::max(known, to);
  };
  const auto terms = text::terms(text);
  for (const text::Term& term : terms) {
    if (!term.stop) raise({term.stem}, weight);
  }
  for (const text::ConceptMatch& match : text::concepts_in(terms)) {
    raise({concept_term(match.concept_id)}, weight * kConceptWeight);
  }
  if (glossary == nullptr) return;
  const text::OtherWords other = glossary->other_words(terms);
  for (const auto& stems : other.expressions) raise(stems, weight * kConceptWeight);
  for (const auto& name : other.concepts) raise({concept_term(name)}, weight * kConceptWeight);
}

}  // namespace

Query requirement_query(std::string_view title, std::string_view criterion_title,
                        std::string_view expected_evidence) {
  Query query;
  query.text = title;
  add_sentence(query.expansion, criterion_title);
  add_sentence(query.expansion, expected_evidence);
  return query;
}

std::string embedded_text(const Query& query) {
  std::string whole = query.text;
  add_sentence(whole, query.expansion);
  return text::collapsed(whole);
}

QueryTerms weighted_terms(const Query& query) {
  QueryTerms all;
  add_terms(all, query.expansion, kExpansionWeight, query.glossary);
  for (const std::string& phrase : query.phrases) {
    add_terms(all, phrase, kPhraseWeight, query.glossary);
  }
  add_terms(all, query.text, 1, query.glossary);
  return all;
}

}  // namespace assay::search
