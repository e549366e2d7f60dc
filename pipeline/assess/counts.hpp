// SPDX-License-Identifier: Apache-2.0
// Numbers of things a text names: "12 characters", "95 %", "no more than five persons".
#pragma once

#include <string_view>
#include <vector>

#include "pipeline/assess/quantities.hpp"

namespace assay::assess {

// Quantities of the kind Count, in order of reading. taken: what was read as something else
// (periods, key lengths), left alone here. Numbers of sections, versions, dates and sums of money
// count nothing. A number alone in the cell of a table has no name: it is what its row is about.
[[nodiscard]] std::vector<Quantity> counts(const text::Wording& said,
                                           const std::vector<Quantity>& taken);

}  // namespace assay::assess
