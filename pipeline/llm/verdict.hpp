// SPDX-License-Identifier: Apache-2.0
// Turns the model's reply into the stored verdict: looks up every quote in its chunk, and only a
// quote found there becomes a citation.
#pragma once

#include <span>
#include <string_view>

#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/llm/reply.hpp"

namespace assay::llm {

// The confidence is computed from the parts (confidence.hpp). A sub-check counts as met, wholly or
// partly, only with a citation that was found. Quotes of a contradicted sub-check, and those of the
// contradictions, count against the requirement and are not citations. requirement: its title, for
// sub-checks without words. details: subchecks, nearMisses, weakened (contradictions),
// droppedCitations, repairedCitations, and needsReview with reviewReasons: unverified_quotes if
// quotes were dropped, quotes_do_not_carry if those of a sub-check lack its words.
[[nodiscard]] assess::Verdict verdict_of(const Reply& reply, std::string_view requirement,
                                         std::span<const assess::Candidate> candidates);

// Adds a reason to details.reviewReasons and sets details.needsReview.
void ask_for_review(Json& details, std::string_view reason);

}  // namespace assay::llm
