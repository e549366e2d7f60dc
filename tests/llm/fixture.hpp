// SPDX-License-Identifier: Apache-2.0
// The fixture of tests of the model's evaluator: a requirement, three chunks, good answers, and a
// client with short waits.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "pipeline/llm/llm_evaluator.hpp"

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
// An answer with these sub-checks and the model's own confidence in the whole.
[[nodiscard]] Json answer_with(double confidence, const std::vector<Json>& parts);
// An answer with one sub-check that is met and cites these quotes.
[[nodiscard]] Json answer_of(double confidence, const std::vector<Said>& quotes);
// An answer that cites the first candidate word for word.
[[nodiscard]] std::string good_answer(double confidence = 0.9);

[[nodiscard]] LlmSettings settings_for(const std::string& base_url);
// The real policy with shorter pauses: back-off from nothing to 100 ms, the breaker open 600 ms.
[[nodiscard]] llm::Policy quick_policy();

// The outcome of an evaluation.
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
