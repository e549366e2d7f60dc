// SPDX-License-Identifier: Apache-2.0
// The words before facts in documents, English and German: "Approved by:", "Gültig ab:".
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/base/document_fact.hpp"

namespace assay::facts {

// The fact that a label names, with numbering, brackets or a colon: "1.2 Version No.:".
[[nodiscard]] std::optional<FactName> labelled(std::string_view label);

// Whether a date follows the label.
[[nodiscard]] constexpr bool is_day(FactName name) {
  return name == FactName::ApprovedAt || name == FactName::EffectiveFrom ||
         name == FactName::ValidUntil || name == FactName::ReviewDue || name == FactName::Created ||
         name == FactName::Changed;
}

// A value that says nothing: "____", "TBD", "n/a", "[date]".
[[nodiscard]] bool says_nothing(std::string_view value);

// The state that a status names: "Draft for comment" is kDraftState; empty for any other.
[[nodiscard]] std::string_view state_named(std::string_view status);

// Words of running text before a fact: "effective from", "gültig ab". In lower case.
struct SpokenPhrase {
  std::string_view words;
  FactName name;
};
[[nodiscard]] std::span<const SpokenPhrase> spoken_phrases();

}  // namespace assay::facts
