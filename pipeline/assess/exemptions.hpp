// SPDX-License-Identifier: Apache-2.0
// Sentences that let part, or all, of what stands before them out of a rule.
#pragma once

#include <optional>
#include <string_view>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

struct Exemption {
  bool all = false;      // the rule is suspended as a whole
  bool managed = false;  // approved, limited or compensated, as an exception ought to be
};

// text: the sentence; behind: the one that follows, which may say how the exception is managed.
// nullopt: it makes none ("without exception").
[[nodiscard]] std::optional<Exemption> exemption(const text::Wording& said,
                                                 const text::Wording& behind);

// Whether a text tells that what it speaks of is approved, and limited or compensated.
[[nodiscard]] bool is_managed(std::string_view text);

// "There are no exceptions": what follows tells what the rule does not mean.
[[nodiscard]] bool excludes_exceptions(const text::Wording& said);

}  // namespace assay::assess
