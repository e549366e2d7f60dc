// SPDX-License-Identifier: Apache-2.0
// Two members of a list ("internal and external scans", "tested and reviewed"): what tells them
// apart.
#pragma once

#include <optional>
#include <vector>

#include "pipeline/assess/passages.hpp"
#include "pipeline/assess/requirement_parts.hpp"

namespace assay::assess {

// Refers to the sub-checks it is made from, which must outlive it.
class Sibling {
 public:
  // nullopt: the two are no members of one list.
  [[nodiscard]] static std::optional<Sibling> of(const SubCheck& asked, const SubCheck& other);

  // Whether the passage, itself or in its headings, names the other member only.
  [[nodiscard]] bool named_alone(const Passage& passage, const Vocabulary& headings) const;

 private:
  std::vector<const AskedWord*> mine_;    // what the one asks for and the other does not
  std::vector<const AskedWord*> others_;  // and the other way round
  bool by_name_ = false;                  // "the Lyon and the Porto site"
};

}  // namespace assay::assess
