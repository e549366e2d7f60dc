// SPDX-License-Identifier: Apache-2.0
// The confidence of a requirement, computed from what the model says of its parts. The model's own
// number for the whole is not used: models answer 0.35 as readily as 0.5 for "one of two parts".
//
//   weight of a part:  met 1, partly 1/2, else 0; met with a probability below 1/2 is partly
//   band:              0.30 + 0.10 * greatest weight + 0.30 * mean weight; 0 where all are 0
//   least:             where all parts are met and nothing contradicts them, the lowest
//                      probability; else 0
//   confidence:        the greater of band and least
//
// Why: the requirement is satisfied only where each part is, so it is at most as probable as its
// least probable part. That carries it over 0.70 where all parts are met, and nothing else does.
// The band keeps what is shown in part apart from both ends: one met part of however many gives
// more than 0.40, all but one less than 0.70. A part that is shown partly counts for half: alone it
// gives 0.50, as one of three 0.40, as one of more less than that.
#pragma once

#include <span>

#include "pipeline/llm/reply.hpp"

namespace assay::llm {

// A part with what is left of its verdict after its quotes were looked up.
struct Part {
  PartVerdict verdict = PartVerdict::Not;
  double probability = 0;
};

// Its verdict is met, and with a probability of at least one half.
[[nodiscard]] bool counts_as_met(const Part& part);

// 0 to 1, four decimals; 0 without parts. Never falls when a part's verdict or probability rises.
// contradicted: some of the evidence speaks against what other evidence shows.
[[nodiscard]] double confidence_of(std::span<const Part> parts, bool contradicted);

}  // namespace assay::llm
