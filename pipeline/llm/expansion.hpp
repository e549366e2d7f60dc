// SPDX-License-Identifier: Apache-2.0
// Asks the model once for other words of a requirement: phrases that evidence of it would use. They
// are words to search with, never evidence, and follow from the requirement's text alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/trace.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/llm/client.hpp"
#include "pipeline/llm/prompt.hpp"

namespace assay::llm {

// Changes with the question's wording and with the reading of the answer. Phrases are stored for
// each version.
inline constexpr std::string_view kExpansionVersion = "1";

// The requirement is between the fence's markers, as in build_prompt().
[[nodiscard]] Prompt build_expansion_prompt(const assess::RequirementText& requirement,
                                            const std::string& fence);

// The phrases with a word to search for that is not in the requirement itself.
[[nodiscard]] std::vector<std::string> new_phrases(const std::vector<std::string>& phrases,
                                                   const assess::RequirementText& requirement);

// The result of asking. Calls are in order.
struct Phrases {
  std::optional<std::vector<std::string>> found;  // none: there is no usable answer
  std::string error_code;                         // why, a class of core/trace/trace.hpp
  std::vector<assess::ModelCall> calls;
};

// The conversation about one requirement; never throws for a fault of the model. Precondition: the
// caller has one of the client's places. cancelled and span: see Client::ask().
[[nodiscard]] Phrases ask_for_phrases(Client& client, const assess::RequirementText& requirement,
                                      const Deadline& deadline, const Cancelled& cancelled,
                                      const std::optional<trace::Parent>& span);

}  // namespace assay::llm
