// SPDX-License-Identifier: Apache-2.0
// The compliance thesaurus: expressions with the same meaning in company documents, so that
// "leavers' accounts are disabled" and "access of departing staff is revoked" have something in
// common. Its data: pipeline/text/language/en/concepts.tsv, one `concept<TAB>expression` a line.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::text {

// An occurrence of a concept's expression in a text.
struct ConceptMatch {
  std::string_view concept_id;  // "offboarding"; valid while the program runs
  std::size_t first = 0;        // its terms are [first, last) of the text's terms
  std::size_t last = 0;
};

// Returns all matches, ordered by start, then by length and name. Expressions are compared by
// stems; stop words do not count, and one other word may stand within a multi-word expression
// ("certificate 2231 of destruction").
[[nodiscard]] std::vector<ConceptMatch> concepts_in(std::span<const Term> terms);

[[nodiscard]] std::string_view concepts_table();

}  // namespace assay::text
