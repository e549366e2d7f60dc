// SPDX-License-Identifier: Apache-2.0
// Hybrid retrieval: cosine of vectors and BM25 of words, fused into one ranking. Runs and the
// search route use this same function, so what a person finds is what a run sees.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/search/index.hpp"

namespace assay::search {

// What is looked for. `vector` is the encoder's for `embedded_text`; the caller fills it in, all
// queries' in one batch. Leave it empty to search by words alone.
struct Query {
  std::string text;       // words looked for
  std::string expansion;  // further words, of less weight (expected evidence, the criterion)
  std::vector<float> vector;
};

// The query of a requirement: title first, the criterion and the expected evidence as expansion.
[[nodiscard]] Query requirement_query(std::string_view title, std::string_view criterion_title,
                                      std::string_view expected_evidence);
// The text to embed for a query. The encoder cuts it at its window: the title comes first.
[[nodiscard]] std::string embedded_text(const Query& query);

struct RetrievalSettings {
  std::size_t limit = 20;              // hits per query
  double similarity_threshold = 0.20;  // cosine below it is no vector evidence
  double vector_share = 0.65;          // of the score; the rest is BM25's
};

// `score` orders hits: 1 is the best possible; `bm25` is 1 for the query's best chunk by words.
struct Hit {
  std::size_t row = 0;  // of the index
  double score = 0;
  double cosine = 0;  // 0 when the query has no vector
  double bm25 = 0;
};

// One list per query, best first, equal scores by row. A chunk is a hit if its cosine reaches the
// threshold or it shares a word with the query. A query's hits do not depend on the other queries.
// Throws std::invalid_argument when a query's vector has another length than the index's.
[[nodiscard]] std::vector<std::vector<Hit>> retrieve(const Index& index,
                                                     std::span<const Query> queries,
                                                     const RetrievalSettings& settings);

// Appends the first chunks of each document that one of the best three hits is of, where they are
// no hits yet: there a document says what it is, when and between whom. Score 0.
void add_openings(const Index& index, std::vector<Hit>& hits);

}  // namespace assay::search
