// SPDX-License-Identifier: Apache-2.0
// Writes the number of a list item in the form that its list asks for.
#pragma once

#include <string>
#include <string_view>

namespace assay::extract {

// format: "lowerLetter", "upperLetter", "lowerRoman", "upperRoman", "decimalZero" (01, 02); any
// other gives decimal digits.
[[nodiscard]] std::string list_number(int number, std::string_view format);

}  // namespace assay::extract
