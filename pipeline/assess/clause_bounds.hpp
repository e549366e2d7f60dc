// SPDX-License-Identifier: Apache-2.0
// Where the clauses of a sentence begin and end, by marks and conjunctions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

// Refers to the wording, which must outlive it.
class ClauseBounds {
 public:
  explicit ClauseBounds(const text::Wording& said) : text_(said.text), terms_(said.terms) {}

  // Clauses end at semicolons, colons of rows, and at commas before a conjunction.
  [[nodiscard]] std::size_t clause_start(std::size_t before) const {
    std::size_t start = 0;
    for (const auto mark : lists::kClauseMarks) {
      const std::size_t at = text_.substr(0, before).rfind(mark);
      if (at != std::string_view::npos) start = std::max(start, at + mark.size());
    }
    return start;
  }
  [[nodiscard]] std::size_t clause_end(std::size_t from) const {
    std::size_t end = text_.size();
    for (const auto mark : lists::kClauseMarks) {
      const std::size_t at = text_.find(mark, from);
      if (at != std::string_view::npos) end = std::min(end, at);
    }
    return end;
  }

 protected:
  std::string_view text_;
  const std::vector<text::Term>& terms_;
};

}  // namespace assay::assess
