// SPDX-License-Identifier: Apache-2.0
// What is searched for: a requirement or a person's words, read as weighted index terms.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::text {
class Glossary;
}  // namespace assay::text

namespace assay::search {

// A search query. `vector` is the encoder's vector for `embedded_text`; the caller fills it in, for
// all queries in one batch. Leave it empty to search by words alone.
struct Query {
  std::string text;       // words to search for
  std::string expansion;  // more words, with less weight (expected evidence, the criterion)
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

}  // namespace assay::search
