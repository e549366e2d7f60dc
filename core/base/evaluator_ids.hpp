// SPDX-License-Identifier: Apache-2.0
// The evaluators that a binding can name: the API accepts them and the pipeline implements them.
#pragma once

#include <string_view>
#include <vector>

namespace assay {

inline constexpr std::string_view kBuiltinEvaluator = "builtin";
inline constexpr std::string_view kLlmEvaluator = "llm";

// with_llm: a language model is configured.
[[nodiscard]] inline std::vector<std::string_view> evaluators(bool with_llm) {
  std::vector<std::string_view> names{kBuiltinEvaluator};
  if (with_llm) names.push_back(kLlmEvaluator);
  return names;
}

}  // namespace assay
