// SPDX-License-Identifier: Apache-2.0
// Lower-cases A to Z only, for names that protocols and formats define in ASCII. All other bytes,
// including those of UTF-8 sequences, stay unchanged.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace assay {

[[nodiscard]] constexpr char ascii_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] inline std::string ascii_lower(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(),
                 [](char c) { return ascii_lower(c); });
  return lowered;
}

}  // namespace assay
