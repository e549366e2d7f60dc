// SPDX-License-Identifier: Apache-2.0
// Finds a quote in its chunk, exactly or ignoring white space, hyphenation and case, and checks
// whether quotes support a claim.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::llm {

struct Found {
  std::size_t start = 0;  // bytes of the content
  std::size_t end = 0;
  bool repaired = false;  // the content differs from the quote, but only in form
};

// Quotes with fewer words are no evidence: they occur in any document.
inline constexpr std::size_t kMinQuoteWords = 4;

// Counts words between white space that have a letter or digit; in scripts without spaces, letters.
[[nodiscard]] std::size_t word_count(std::string_view text);

// nullopt if the quote is not in content, has fewer than kMinQuoteWords, or begins or ends inside a
// word or a number wherever it occurs. Hyphens are "-", the soft hyphen, U+2010 and U+2011.
// Precondition: content is valid UTF-8.
[[nodiscard]] std::optional<Found> find_quote(std::string_view content, std::string_view quote);

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

// The share, 0 to 1, of the claim's content words, by weight, that one of the surroundings has: by
// its stem wholly, by a concept of the thesaurus half. A word found only in a heading counts half.
// 1 if the claim has no content words.
[[nodiscard]] double carried_share(std::string_view claim, std::span<const Surroundings> all);

}  // namespace assay::llm
