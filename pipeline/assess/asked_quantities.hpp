// SPDX-License-Identifier: Apache-2.0
// The measures a requirement asks for, as against figures that say when it applies.
#pragma once

#include <string_view>
#include <vector>

#include "pipeline/assess/quantities.hpp"

namespace assay::assess {

// In order of reading. "Purchases above 5,000 euro shall ..." asks for no sum; of "WPA3 or WPA2"
// the older one will do.
[[nodiscard]] std::vector<Quantity> asked_quantities(const text::Wording& clause);

}  // namespace assay::assess
