// SPDX-License-Identifier: Apache-2.0
// Collects facts: the same value is kept once, and of each name only the first few.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/document_fact.hpp"
#include "pipeline/facts/front_text.hpp"

namespace assay::facts {

class FactList {
 public:
  // Adds the fact unless its value says nothing.
  void add(DocumentFact fact);
  // A fact whose value is these words: one line, at most kMaxValueBytes, or it is not added. Where
  // a day belongs, its date is read, and words without one are not added unless a person can do
  // something with them ("Next review: yearly").
  void add_words(FactName name, const Piece& words);
  // The person or body of "Board, 12 March 2025", and the day as that of the approval.
  void add_approval(const Piece& words);
  void add_state(std::string_view state, const Piece& words);

  // By name, otherwise in the order in which they were added.
  [[nodiscard]] std::vector<DocumentFact> take();

 private:
  std::vector<DocumentFact> facts_;
};

inline constexpr std::size_t kMaxValueBytes = 200;

}  // namespace assay::facts
