// SPDX-License-Identifier: Apache-2.0
// A text without the spaces, tabs and line breaks at its ends.
#pragma once

#include <string_view>

namespace assay {

// A part of the text given.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

}  // namespace assay
