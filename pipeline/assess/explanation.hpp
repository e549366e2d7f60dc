// SPDX-License-Identifier: Apache-2.0
// A verdict in words and as data: citations, reasoning, details.
#pragma once

#include <span>

#include "pipeline/assess/evaluator.hpp"
#include "pipeline/assess/support/matching.hpp"

namespace assay::assess {

// Probabilities that the requirement as a whole is shown, wholly and at least in part.
struct Conclusion {
  double confidence = 0;
  double supported = 0;
};

// What is shown and where, what is missing, what weakens, what comes near: sets confidence (lower
// where nothing can be cited), citations, reasoning and details.
[[nodiscard]] Verdict explain(std::span<const SubCheck> checks, std::span<const Finding> findings,
                              const Conclusion& conclusion, const Reading& reading,
                              std::span<const Candidate> candidates);

}  // namespace assay::assess
