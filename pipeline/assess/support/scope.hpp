// SPDX-License-Identifier: Apache-2.0
// What a passage, or what weakens it, applies to: the sub-check, another member of its list
// ("internal and external scans"), or somebody and something else (visitors instead of employees,
// another row's system).
#pragma once

#include <optional>
#include <vector>

#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/assess/support/sub_checks.hpp"

namespace assay::assess {

// found: one of the passage's weakenings.
[[nodiscard]] bool in_scope(const SubCheck& asked, const Passage& passage, const Weakening& found);

// Whether what weakens the passage reaches a word that the other asks for and this one does not,
// and none of the other way round.
[[nodiscard]] bool reaches_only(const SubCheck& other, const SubCheck& asked,
                                const Passage& passage, const Weakening& found);

// Refers to the sub-checks it is made from, which must outlive it.
class Sibling {
 public:
  // nullopt: the two are no members of one list.
  [[nodiscard]] static std::optional<Sibling> of(const SubCheck& asked, const SubCheck& other);

  // Whether the passage, itself or in its headings, names the other member only.
  [[nodiscard]] bool named_alone(const Passage& passage, const Vocabulary& headings) const;
  // Whether the passage itself names this member.
  [[nodiscard]] bool named_by(const Passage& passage) const;

 private:
  [[nodiscard]] bool row_of_other(const Passage& row) const;

  std::vector<const AskedWord*> mine_;         // what the one asks for and the other does not
  std::vector<const AskedWord*> any_of_mine_;  // likewise, however common
  std::vector<const AskedWord*> others_;       // and the other way round
  double same_ = 0.9;                          // "staff" is the same as employees, a person is not
  bool by_name_ = false;                       // "the Lyon and the Porto site"
};

// reading: what the passage is of.
[[nodiscard]] bool has_other_subject(const SubCheck& asked, const Passage& passage,
                                     const Reading& reading);

// "employees", "suppliers", "visitors": a group of people or parties that none other stands for.
[[nodiscard]] bool names_group(const Word& word);

}  // namespace assay::assess
