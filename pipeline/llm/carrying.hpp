// SPDX-License-Identifier: Apache-2.0
// Checks whether quotes support a claim: how many of the claim's words they have.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace assay::llm {

// Below this share a claim is not supported: an unrelated quote also shares the odd word.
inline constexpr double kMinCarried = 0.25;

// The sentences of content that contain any of its bytes [start, end).
[[nodiscard]] std::string sentences_around(std::string_view content, std::size_t start,
                                           std::size_t end);

// The text around quotes that may support a claim.
struct Surroundings {
  std::string sentences;
  std::string headings;
};

// The share, 0 to 1, of the claim's content words that one of the surroundings has, compared by
// stems and the lexicon. A word found only in a heading counts half, and words that only say that
// something is done count less. 1 if the claim has no content words.
[[nodiscard]] double carried_share(std::string_view claim, std::span<const Surroundings> all);

}  // namespace assay::llm
