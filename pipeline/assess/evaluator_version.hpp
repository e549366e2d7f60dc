// SPDX-License-Identifier: Apache-2.0
// Which built-in evaluator this is.
#pragma once

#include <string_view>

namespace assay::assess {

// Raised with every change that moves a verdict, never with one that moves or renames code: a
// tenant's calibration and the reproductions of its runs belong to one version.
// tests/assess/golden_verdicts.json holds verdicts of this version; a test compares.
inline constexpr std::string_view kEvaluatorVersion = "2";

}  // namespace assay::assess
