// SPDX-License-Identifier: Apache-2.0
// Places where a phrase that looks like a weakening weakens nothing, because it makes a strict
// rule, a condition or a name: "No crate leaves before it is weighed", "a host without a class is
// blocked".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "pipeline/assess/reading/weakening.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

struct Phrase {
  std::string_view words;             // folded, parted by blanks
  std::optional<WeakeningRule> rule;  // none for phrases that only look like a weakening
};

// Whether the phrase that takes up `count` words from `at` on weakens nothing there. It has a rule.
[[nodiscard]] bool weakens_nothing(const text::Wording& said, const Phrase& phrase, std::size_t at,
                                   std::size_t count);

}  // namespace assay::assess
