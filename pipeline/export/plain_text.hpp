// SPDX-License-Identifier: Apache-2.0
// Text of other people (names of files, quotes, notes) made safe to set into any format, and the
// words and numbers that all formats write alike.
#pragma once

#include <string>
#include <string_view>

#include "core/states.hpp"
#include "core/time.hpp"

namespace assay::exports {

// Line breaks are \n and tabs stay; other control characters, those that turn the direction of what
// follows, and code points that XML does not know become U+FFFD. Always valid UTF-8.
[[nodiscard]] std::string printable(std::string_view text);
// The same on one line: runs of blanks and breaks become one blank, none at the ends.
[[nodiscard]] std::string one_line(std::string_view text);
// At most so many code points, with an ellipsis where something was cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);
// Whether a spreadsheet could take it for a formula.
[[nodiscard]] bool like_formula(std::string_view text);

// "Complete", "Partial", "Missing", "Failed"
[[nodiscard]] std::string_view status_word(AssessmentStatus status);
// 0.834 -> "0.83"
[[nodiscard]] std::string two_digits(double value);
// "2 January 2026, 03:04 UTC"
[[nodiscard]] std::string readable(Timestamp at);
// "1 requirement", "2 requirements"
[[nodiscard]] std::string counted(std::size_t count, std::string_view thing);

}  // namespace assay::exports
