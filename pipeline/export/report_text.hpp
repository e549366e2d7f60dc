// SPDX-License-Identifier: Apache-2.0
// Makes other people's text (file names, quotes, notes) safe for any format, and gives the words
// and numbers that all formats share.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/states.hpp"
#include "core/base/time.hpp"

namespace assay::exports {

// Line breaks become \n and tabs stay. Other control characters, characters that change the
// direction of what follows, and code points that XML does not allow become U+FFFD. The result is
// always valid UTF-8.
[[nodiscard]] std::string printable(std::string_view text);
// The same on one line: runs of blanks and breaks become one blank, with none at the ends.
[[nodiscard]] std::string one_line(std::string_view text);
// At most `most` code points, with an ellipsis when text was cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);
// Whether a spreadsheet could take it for a formula.
[[nodiscard]] bool like_formula(std::string_view text);

// In the order in which reports count them.
inline constexpr std::array kStatuses{AssessmentStatus::Complete, AssessmentStatus::Partial,
                                      AssessmentStatus::Missing, AssessmentStatus::Failed};
// "Complete", "Partial", "Missing", "Failed"
[[nodiscard]] std::string_view status_word(AssessmentStatus status);
// 0.834 -> "0.83"
[[nodiscard]] std::string two_digits(double value);
// "2 January 2026, 03:04 UTC"
[[nodiscard]] std::string readable(Timestamp at);
// "1 requirement", "2 requirements"
[[nodiscard]] std::string counted(std::size_t count, std::string_view thing);

}  // namespace assay::exports
