// SPDX-License-Identifier: Apache-2.0
// Builds the prompt: the task, the requirement, and the evidence fenced as data.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pipeline/assess/judge/evaluator.hpp"

namespace assay::llm {

// The evaluator's version: changes with the prompt's wording and with the processing of an answer.
inline constexpr std::string_view kVersion = "4";

struct Prompt {
  std::string system;
  std::string user;
};

// 32 random hexadecimal digits that occur in none of the texts: nothing written before this call
// can end the fence.
[[nodiscard]] std::string fresh_fence(const assess::RequirementText& requirement,
                                      std::span<const assess::Candidate> candidates,
                                      std::string_view audited = {});

// All foreign text stands between the fence's markers. The requirement's number is not shown:
// models know some catalogues by heart, with the usual verdict for each number. audited: name of
// the company that the evidence is about, or "".
[[nodiscard]] Prompt build_prompt(const assess::RequirementText& requirement,
                                  std::span<const assess::Candidate> candidates,
                                  std::string_view audited, const std::string& fence);

// The requirement alone between the fence's markers, without its number and without a company.
[[nodiscard]] std::string requirement_block(const assess::RequirementText& requirement,
                                            const std::string& fence);

// Asks again after a rejected answer. complaint: fixed words of ours.
[[nodiscard]] std::string repair_prompt(const std::string& complaint);

}  // namespace assay::llm
