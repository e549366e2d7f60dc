// SPDX-License-Identifier: Apache-2.0
// Removes the spaces, tabs and line breaks at both ends of a text.
#pragma once

#include <string_view>

namespace assay {

// Returns a view into the given text.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

}  // namespace assay
