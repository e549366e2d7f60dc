// SPDX-License-Identifier: Apache-2.0
// What the model is told: its task, the requirement, and the evidence fenced as data.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pipeline/assess/evaluator.hpp"

namespace assay::llm {

// The evaluator's version: changes with the words of the prompt and with what is made of an answer.
inline constexpr std::string_view kVersion = "2";

struct Prompt {
  std::string system;
  std::string user;
};

// 32 hexadecimal digits, random, that stand in none of the texts: nothing written before this call
// can end the fence.
[[nodiscard]] std::string fresh_fence(const assess::RequirementText& requirement,
                                      std::span<const assess::Candidate> candidates,
                                      std::string_view audited = {});

// Every text that is not ours stands between the fence's markers. The requirement's number is not
// shown: models know some catalogues by heart, with the verdicts that are usual for each number.
// audited: name of the company whose evidence it is, or "".
[[nodiscard]] Prompt build_prompt(const assess::RequirementText& requirement,
                                  std::span<const assess::Candidate> candidates,
                                  std::string_view audited, const std::string& fence);

// Asks again after an answer that was not accepted. complaint: fixed words of ours.
[[nodiscard]] std::string repair_prompt(const std::string& complaint);

}  // namespace assay::llm
