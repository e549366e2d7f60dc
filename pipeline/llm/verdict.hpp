// SPDX-License-Identifier: Apache-2.0
// Turns the model's reply into the stored verdict: looks up every quote in its chunk, and only a
// quote found there becomes a citation. Computes the confidence.
#pragma once

#include <span>
#include <string_view>

#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/llm/reply.hpp"

namespace assay::llm {

// A part with its verdict after its quotes were looked up.
struct Part {
  PartVerdict verdict = PartVerdict::Not;
  double probability = 0;
};

// Whether its verdict is met, with a probability of at least one half.
[[nodiscard]] bool counts_as_met(const Part& part);

// The confidence of a requirement, from what the model says about its parts. Ignores the model's
// own number for the whole: models answer 0.35 as readily as 0.5 for "one of two parts".
//
//   weight of a part:  met 1, partly 1/2, else 0; met with a probability below 1/2 is partly
//   band:              0.30 + 0.10 * greatest weight + 0.30 * mean weight; 0 if all are 0
//   least:             if all parts are met and nothing contradicts them, the lowest
//                      probability; else 0
//   confidence:        the greater of band and least
//
// Why: the requirement is satisfied only if every part is, so it is at most as probable as its
// least probable part. Only this takes the confidence over 0.70, and only if all parts are met. The
// band keeps partial evidence away from both ends: one met part, of any number, gives more than
// 0.40; all parts but one give less than 0.70. A part that is partly met counts half: alone it
// gives 0.50, as one of three 0.40, as one of more less than that.
//
// 0 to 1, four decimals; 0 without parts. Never falls when a part's verdict or probability rises.
// contradicted: some of the evidence contradicts other evidence.
[[nodiscard]] double confidence_of(std::span<const Part> parts, bool contradicted);

// The confidence is computed from the parts (confidence_of). A sub-check counts as met, wholly or
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
