// SPDX-License-Identifier: Apache-2.0
// Hybrid retrieval: cosine of vectors and BM25 of words, fused into one ranking. Runs and the
// search route use this same function, so that a person finds what a run finds. What is searched
// for: a requirement or a person's words, read as weighted index terms.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/search/index.hpp"

namespace assay::text {

class Glossary;

}  // namespace assay::text

namespace assay::search {

// A search query. `vector` is the encoder's vector for `embedded_text`; the caller fills it in, for
// all queries in one batch. Leave it empty to search by words alone.
struct Query {
  std::string text;       // words to search for
  std::string expansion;  // more words, with less weight (expected evidence, the criterion)
  // Other words for the same, with a weight of their own; not embedded.
  std::vector<std::string> phrases = {};
  std::vector<float> vector;
  const text::Glossary* glossary = nullptr;  // the tenant's, if any; must outlive the query
};

// The query of a requirement: the title first; the criterion and expected evidence as expansion.
[[nodiscard]] Query requirement_query(std::string_view title, std::string_view criterion_title,
                                      std::string_view expected_evidence);
// The text to embed for a query. The encoder truncates it to its window: the title comes first.
[[nodiscard]] std::string embedded_text(const Query& query);

// What a query looks for, with its weight: a stem or a concept (concept_term()), or an expression
// of several stems, which a chunk has if it has all of them.
using QueryTerms = std::map<std::vector<std::string>, double>;
[[nodiscard]] QueryTerms weighted_terms(const Query& query);

struct RetrievalSettings {
  std::size_t limit = 20;              // hits per query
  double similarity_threshold = 0.20;  // a lower cosine is no vector evidence
  double vector_share = 0.65;          // of the score; BM25 gives the rest
  // The neighbours of this many of the best hits are hits, too, whatever their score: a requirement
  // may be met by several sections of a document together.
  std::size_t beside = 0;
};
// How candidates are found for the built-in evaluator.
inline constexpr RetrievalSettings kForJudging{.beside = 8};

// `score` orders hits: 1 is the best possible; `bm25` is 1 for the query's best chunk by words.
struct Hit {
  std::size_t row = 0;  // in the index
  double score = 0;
  double cosine = 0;  // 0 if the query has no vector
  double bm25 = 0;
};

// One list per query, best first, equal scores by row. A chunk is a hit if its cosine reaches the
// threshold or it shares a word with the query. A query's hits do not depend on the other queries.
// Throws std::invalid_argument if a query's vector has another length than the index's.
[[nodiscard]] std::vector<std::vector<Hit>> retrieve(const Index& index,
                                                     std::span<const Query> queries,
                                                     const RetrievalSettings& settings);

// The cosine of a chunk and a text's vector, as in hits. Throws std::invalid_argument if the vector
// has another length than the index's, or is zero.
[[nodiscard]] double cosine_of(const Index& index, std::size_t row, std::span<const float> vector);

// Appends the first chunks of the documents of the best three hits, unless they are hits already:
// they show what a document is, its date and its parties. Score 0.
void add_openings(const Index& index, std::vector<Hit>& hits);

}  // namespace assay::search
