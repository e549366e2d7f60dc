// SPDX-License-Identifier: Apache-2.0
// Whether quotes carry what is claimed by them: how many of the claim's words they have.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace assay::llm {

// Below this share a claim is not carried: a quote of another matter has the odd word in common.
inline constexpr double kMinCarried = 0.25;

// The sentences of a content that bytes [start, end) of it stand in.
[[nodiscard]] std::string sentences_around(std::string_view content, std::size_t start,
                                           std::size_t end);

// What quotes may carry a claim by.
struct Surroundings {
  std::string sentences;
  std::string headings;
};

// The share, 0 to 1, of the claim's content words that one of the surroundings has, by stems and
// the lexicon. A word that only a heading has counts for half, and words that say only that
// something is done count for less. 1 where the claim has none.
[[nodiscard]] double carried_share(std::string_view claim, std::span<const Surroundings> all);

}  // namespace assay::llm
