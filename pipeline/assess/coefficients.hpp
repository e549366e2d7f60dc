// SPDX-License-Identifier: Apache-2.0
// coefficients.json as it was when the program was built. The definitions are written by
// embed_coefficients.py.
#pragma once

#include <string_view>

namespace assay::assess {

[[nodiscard]] std::string_view coefficients_json();

}  // namespace assay::assess
