// SPDX-License-Identifier: Apache-2.0
// What takes force from a statement: negation, plans, wishes, drafts, exceptions, blanks, failures.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

enum class WeakeningRule {
  Negation,
  Plan,
  Wish,
  Draft,
  Exception,
  Blank,
  Failure,
  Outdated,
  Contents,    // an entry of a table of contents
  Definition,  // says what a word means
  History,     // of the document itself: its versions
  OtherParty,  // what customers or suppliers do
  Question,    // asks, and nobody answers
};

// Words of a statement that weaken it: bytes of its text, or none where the whole of it does.
struct Weakening {
  WeakeningRule rule = WeakeningRule::Negation;
  std::size_t start = 0;
  std::size_t end = 0;
};

// Whether one of them is by the rule.
[[nodiscard]] inline bool any_by(const std::vector<Weakening>& found, WeakeningRule rule) {
  return std::ranges::find(found, rule, &Weakening::rule) != found.end();
}

[[nodiscard]] std::string_view rule_name(WeakeningRule rule);  // "plan": in details
[[nodiscard]] std::string_view explain(WeakeningRule rule);    // "it is only planned": in reasoning
// In order of reading. `text` is one sentence or table row.
[[nodiscard]] std::vector<Weakening> weakenings(const text::Wording& said);

// Whether the text as a whole (a heading path, a file's name, a page's head) says that its document
// is a draft or out of force.
[[nodiscard]] bool says_draft(const text::Wording& said);

}  // namespace assay::assess
