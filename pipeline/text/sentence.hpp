// SPDX-License-Identifier: Apache-2.0
// Finds sentence ends: abbreviations, list numbering, decimals and versions are not ends.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace assay::text {

// [start, end) in bytes of the given text.
struct ByteRange {
  std::size_t start = 0;
  std::size_t end = 0;
  [[nodiscard]] std::size_t size() const noexcept { return end - start; }
  [[nodiscard]] std::string_view of(std::string_view text) const {
    return text.substr(start, end - start);
  }
};

// In order, without overlaps, each without white space at its ends, together holding every
// character except white space. An empty line, and a line break before a list mark, end a sentence;
// any other line break does not. Precondition: text is valid UTF-8.
[[nodiscard]] std::vector<ByteRange> sentences(std::string_view text);

}  // namespace assay::text
