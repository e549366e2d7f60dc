// SPDX-License-Identifier: Apache-2.0
// The evaluators that a binding can name: what the API accepts and the pipeline has.
#pragma once

#include <array>
#include <string_view>

namespace assay {

inline constexpr std::string_view kBuiltinEvaluator = "builtin";
inline constexpr std::array kEvaluators{kBuiltinEvaluator};

}  // namespace assay
