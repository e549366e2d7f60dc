// SPDX-License-Identifier: Apache-2.0
// Splits a requirement into its clauses: the things that it asks for, one by one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::assess {

// "X is done, and Y is kept" -> both clauses. "X is reviewed and shall be approved" -> "X is
// reviewed", "X shall be approved". A list whose points have marks ("a) roles; b) scope") gives one
// clause a point, the words before the list in front. "logons and changes are logged" is one
// clause. In order of reading, white space collapsed.
[[nodiscard]] std::vector<std::string> clauses(std::string_view requirement);

}  // namespace assay::assess
