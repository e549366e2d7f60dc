// SPDX-License-Identifier: Apache-2.0
// Formats numbers as Excel shows them: dates, percentages, decimals, thousands.
#pragma once

#include <string>
#include <string_view>

namespace assay::extract {

// code: a number format ("0.00%", "dd/mm/yyyy"); empty or "General" for none. Dates are always
// given in ISO form, so that they mean the same to everybody.
[[nodiscard]] std::string format_number(double value, std::string_view code, bool from_1904);
// Code of a built-in format; empty for General and unknown ids.
[[nodiscard]] std::string_view builtin_format(int id);

}  // namespace assay::extract
