// SPDX-License-Identifier: Apache-2.0
// Cues: the wording of a chunk with its content words masked, so that "shall not =" and "= is
// planned" say the same of any topic, and a model that has read them of one topic knows them of
// another.
#pragma once

#include <cstdint>
#include <vector>

#include "pipeline/assess/language/requirement_words.hpp"

namespace assay::assess {

inline constexpr std::uint32_t kCueBuckets = 1U << 16U;

// Runs of one to four words in which content words give way to marks: "=" for words of the
// requirement, "~" for its concepts, "#" for numbers, "x" for all others; and the stems of the
// chunk's own words. Numbers of hash buckets below kCueBuckets, rising, once each.
[[nodiscard]] std::vector<std::uint32_t> cues_of(const ConceptText& chunk,
                                                 const RequirementWords& requirement);

}  // namespace assay::assess
