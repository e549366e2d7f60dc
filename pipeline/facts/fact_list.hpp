// SPDX-License-Identifier: Apache-2.0
// Collects facts: keeps the same value once, and only the first few values of each name. Reads the
// dates in their values: pipeline/assess/language reads the calendar; this adds forms that occur
// only in such values, and detects dates that can be read in two ways.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/document_fact.hpp"
#include "pipeline/facts/front_text.hpp"

namespace assay::facts {

struct FactDate {
  std::optional<std::string> date;  // as in DocumentFact; none if it is ambiguous
  bool ambiguous = false;
  std::size_t start = 0;  // bytes of the text
  std::size_t end = 0;
};

// The first day, month or year that the text names: "12 March 2025", "12. März 2025", "2025-03-12",
// "March 2025", "03/2025". "12.03.2025" has the day first. "03/04/2025" is ambiguous. A year counts
// if it is all there is.
[[nodiscard]] std::optional<FactDate> first_date(std::string_view text);

// Of a property: "2025-03-12T08:00:00Z", or as above.
[[nodiscard]] std::optional<FactDate> property_date(std::string_view text);

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
