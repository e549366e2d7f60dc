// SPDX-License-Identifier: Apache-2.0
// How heavy the letters of a font are, by its name.
#pragma once

#include <string_view>

namespace assay::extract {

// As CSS numbers them.
inline constexpr int kRegular = 400;
inline constexpr int kBold = 600;  // and above

// name: as PDF files write it, "ABCDEF+Arial-BoldMT", "CMBX10". kRegular if it says nothing.
[[nodiscard]] int font_weight(std::string_view name);

}  // namespace assay::extract
