// SPDX-License-Identifier: Apache-2.0
// Small rules for text: lower case of A to Z, blanks at both ends, and lookup by string_view.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace assay {

// Lower-cases A to Z only, for names that protocols and formats define in ASCII. All other bytes,
// including those of UTF-8 sequences, stay unchanged.
[[nodiscard]] constexpr char ascii_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] inline std::string ascii_lower(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(),
                 [](char c) { return ascii_lower(c); });
  return lowered;
}

// Removes these characters at both ends; a view into the given text.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text,
                                                 std::string_view blanks = " \t\r\n") noexcept {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

// Lets an unordered map of strings be searched by string_view without a copy; use with
// std::equal_to<>.
struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return std::hash<std::string_view>{}(text);
  }
};

}  // namespace assay
