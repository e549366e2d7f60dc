// SPDX-License-Identifier: Apache-2.0
// Checks the citations of every verdict, whichever evaluator gave it: a quote that is not in its
// chunk is no citation.
#pragma once

#include <cstddef>
#include <span>

#include "core/base/states.hpp"
#include "pipeline/assess/judge/evaluator.hpp"

namespace assay::assess {

// Drops each citation whose chunk is not among the candidates or whose text is empty or not found
// exactly in the chunk's content, sets offsets, document and page of the others from the chunk,
// renumbers the indices in details.subchecks, and adds those dropped to details.droppedCitations,
// where an evaluator may have counted its own. A verdict that is left without a citation gets a
// confidence below limits.partial. Returns how many were dropped in all.
std::size_t verify_citations(Verdict& verdict, std::span<const Candidate> candidates,
                             const Thresholds& limits);

}  // namespace assay::assess
