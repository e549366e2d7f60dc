// SPDX-License-Identifier: Apache-2.0
// Computes the confidence of a requirement from what the model says about its parts. Ignores the
// model's own number for the whole: models answer 0.35 as readily as 0.5 for "one of two parts".
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
#pragma once

#include <span>

#include "pipeline/llm/reply.hpp"

namespace assay::llm {

// A part with its verdict after its quotes were looked up.
struct Part {
  PartVerdict verdict = PartVerdict::Not;
  double probability = 0;
};

// Whether its verdict is met, with a probability of at least one half.
[[nodiscard]] bool counts_as_met(const Part& part);

// 0 to 1, four decimals; 0 without parts. Never falls when a part's verdict or probability rises.
// contradicted: some of the evidence contradicts other evidence.
[[nodiscard]] double confidence_of(std::span<const Part> parts, bool contradicted);

}  // namespace assay::llm
