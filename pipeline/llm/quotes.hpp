// SPDX-License-Identifier: Apache-2.0
// Where a quote stands in its chunk: word for word, or but for white space, hyphenation and case.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace assay::llm {

struct Found {
  std::size_t start = 0;  // bytes of the content
  std::size_t end = 0;
  bool repaired = false;  // the content's own words differ from the quote's, if only in form
};

// Fewer words show nothing: they stand in any document.
inline constexpr std::size_t kMinQuoteWords = 4;

// Words between white space that have a letter or digit; of scripts that write no spaces, letters.
[[nodiscard]] std::size_t word_count(std::string_view text);

// nullopt where the quote does not stand there, has fewer than kMinQuoteWords, or begins or ends
// inside a word or a number wherever it stands. Hyphens are "-", the soft one, U+2010 and U+2011.
// Precondition: content is valid UTF-8.
[[nodiscard]] std::optional<Found> find_quote(std::string_view content, std::string_view quote);

}  // namespace assay::llm
