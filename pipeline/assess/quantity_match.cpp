// SPDX-License-Identifier: Apache-2.0
// What evidence names held against what a requirement asks.
#include <algorithm>

#include "pipeline/assess/quantities.hpp"

namespace assay::assess {

QuantityMatch match(const Quantity& required, const std::vector<Quantity>& evidence) {
  // Months and quarters differ in length, and a year is 365 days or 12 months of 30.5.
  constexpr double kTolerance = 0.03;
  const double tolerance = required.kind == QuantityKind::Count ? 0 : kTolerance;
  bool other = false;
  const bool named = std::ranges::any_of(evidence, [&required](const Quantity& given) {
    return given.kind == required.kind && given.name == required.name;
  });
  for (const Quantity& given : evidence) {
    // A number alone in a cell is of whatever its row speaks of, unless that is named there too;
    // but a share it is only where it says so.
    const bool bare =
        !named && given.kind == QuantityKind::Count && given.name.empty() && required.name != "%";
    if (given.kind != required.kind || (given.name != required.name && !bare)) continue;
    const bool met = required.bound == Bound::AtMost
                         ? given.value <= required.value * (1 + tolerance)
                         : given.value >= required.value * (1 - tolerance);
    if (met) return QuantityMatch::Met;
    other = true;
  }
  return other ? QuantityMatch::Missed : QuantityMatch::Absent;
}

}  // namespace assay::assess
