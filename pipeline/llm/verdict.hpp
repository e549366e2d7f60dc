// SPDX-License-Identifier: Apache-2.0
// From what the model says to what is stored: every quote is looked up in its chunk, and only what
// stands there becomes a citation.
#pragma once

#include <span>

#include "pipeline/assess/evaluator.hpp"
#include "pipeline/llm/reply.hpp"

namespace assay::llm {

// The confidence is the model's, to four decimals. A sub-check counts as met only with a citation
// that was found. details: subchecks, nearMisses, weakened (contradictions), droppedCitations,
// repairedCitations, and needsReview with reviewReasons where quotes were invented.
[[nodiscard]] assess::Verdict verdict_of(const Reply& reply,
                                         std::span<const assess::Candidate> candidates);

// Adds a reason to details.reviewReasons and sets details.needsReview.
void ask_for_review(Json& details, std::string_view reason);

}  // namespace assay::llm
