// SPDX-License-Identifier: Apache-2.0
// Finds many expressions in a text at once, by their stems: those of the compliance thesaurus, and
// those of a tenant's glossary. The thesaurus: pipeline/text/language/en/concepts.tsv, one
// `concept<TAB>expression` a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/ascii.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::text {

struct ExpressionMatch {
  std::uint32_t id = 0;   // as given to add()
  std::size_t first = 0;  // its terms are [first, last) of the text's terms
  std::size_t last = 0;
  friend bool operator==(const ExpressionMatch&, const ExpressionMatch&) = default;
};

class ExpressionTrie {
 public:
  // Several expressions may have one id, and several ids one expression. An expression of stop
  // words alone is never found.
  void add(std::uint32_t id, std::string_view expression);

  // Returns the shortest match of each id at each start, ordered by start, then by length and id.
  // Stop words do not count, and one other word may occur within an expression of several words
  // ("certificate 2231 of destruction").
  [[nodiscard]] std::vector<ExpressionMatch> matches(std::span<const Term> terms) const;

 private:
  static constexpr std::uint32_t kUnknown = UINT32_MAX;
  struct Read {
    std::size_t term = 0;
    std::uint32_t stem = kUnknown;
  };

  [[nodiscard]] std::uint32_t stem_of(std::string_view stem) const;
  void walk(const std::vector<Read>& words, std::uint32_t node, std::size_t at, int between,
            std::map<std::uint32_t, std::size_t>& found) const;

  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> stems_;
  std::unordered_map<std::uint64_t, std::uint32_t> edges_;
  std::vector<std::vector<std::uint32_t>> nodes_{
      1};  // ids that end at each node; the first is the root
};

// The thesaurus holds expressions with the same meaning in company documents, so that "leavers'
// accounts are disabled" and "access of departing staff is revoked" have something in common. An
// occurrence of a concept's expression in a text.
struct ConceptMatch {
  std::string_view concept_id;  // "offboarding"; valid while the program runs
  std::size_t first = 0;        // its terms are [first, last) of the text's terms
  std::size_t last = 0;
};

// Returns all matches, ordered by start, then by length and name. Expressions are compared by
// stems; stop words do not count, and one other word may occur within a multi-word expression
// ("certificate 2231 of destruction").
[[nodiscard]] std::vector<ConceptMatch> concepts_in(std::span<const Term> terms);

// language/en/concepts.tsv, compiled in.
[[nodiscard]] std::string_view concepts_table();

}  // namespace assay::text
