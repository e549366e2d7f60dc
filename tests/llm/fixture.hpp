// SPDX-License-Identifier: Apache-2.0
// What tests of the model's evaluator start from: a requirement, three chunks, good answers, and a
// client whose waits are short.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "pipeline/llm/evaluator.hpp"

namespace assay::test {

[[nodiscard]] assess::RequirementText requirement();
// Chunks of two documents.
[[nodiscard]] std::vector<assess::Candidate> candidates();

// A quote of one chunk, as the model writes it.
struct Said {
  std::string chunk;
  std::string quote;
};
// A sub-check as the model writes it.
[[nodiscard]] Json part_of(std::string_view verdict, double probability,
                           const std::vector<Said>& quotes,
                           std::string_view text = "Access rights are reviewed");
// An answer of these sub-checks, with the model's own confidence in the whole.
[[nodiscard]] Json answer_with(double confidence, const std::vector<Json>& parts);
// One with one sub-check that is met and cites these.
[[nodiscard]] Json answer_of(double confidence, const std::vector<Said>& quotes);
// One that cites the first candidate word for word.
[[nodiscard]] std::string good_answer(double confidence = 0.9);

[[nodiscard]] LlmSettings settings_for(const std::string& base_url);
// The real policy but for shorter pauses: back-off from nothing to 100 ms, the breaker open 600 ms.
[[nodiscard]] llm::Policy quick_policy();

// What an evaluation came to.
struct Judged {
  std::string code;  // "" for a verdict
  std::string message;
  assess::Verdict verdict;
  std::vector<assess::ModelCall> calls;
  Json details;
  std::chrono::milliseconds took{0};
};
[[nodiscard]] Judged judge(llm::Client& client, std::chrono::milliseconds budget,
                           const std::vector<assess::Candidate>& evidence = candidates());

}  // namespace assay::test
