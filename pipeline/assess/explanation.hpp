// SPDX-License-Identifier: Apache-2.0
// A verdict in words and as data: citations, reasoning, details.
#pragma once

#include <span>

#include "pipeline/assess/evaluator.hpp"
#include "pipeline/assess/matching.hpp"

namespace assay::assess {

// Everything but the confidence's arithmetic is said here: what is shown and where, what is
// missing, what weakens, what comes near. Sets confidence, citations, reasoning and details.
[[nodiscard]] Verdict explain(std::span<const SubCheck> checks, std::span<const Finding> findings,
                              const Reading& reading, std::span<const Candidate> candidates);

}  // namespace assay::assess
