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

// nullopt where the quote does not stand there, or has fewer than three letters and digits and so
// says nothing. Hyphens are "-", the soft one, U+2010 and U+2011; a repaired quote begins and ends
// where words do. Precondition: content is valid UTF-8.
[[nodiscard]] std::optional<Found> find_quote(std::string_view content, std::string_view quote);

}  // namespace assay::llm
