// SPDX-License-Identifier: Apache-2.0
// Implements the fake encoder and evaluator.
#include "tests/jobs/fakes.hpp"

#include <cmath>
#include <functional>
#include <sstream>
#include <thread>

namespace assay::test {

std::size_t count_words(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::size_t count = 0;
  for (std::string word; words >> word;) ++count;
  return count;
}

std::vector<float> FakeEmbedder::embed(std::span<const std::string> texts) const {
  before();
  std::vector<float> rows;
  for (const std::string& text : texts) {
    std::vector<float> row(dimensions(), 0.01F);
    std::istringstream words(text);
    for (std::string word; words >> word;) {
      row[std::hash<std::string>{}(word) % row.size()] += 1.0F;
    }
    float square = 0;
    for (const float value : row) square += value * value;
    for (const float value : row) rows.push_back(value / std::sqrt(square));
  }
  return rows;
}

assess::Verdict FakeEvaluator::evaluate(const assess::RequirementText& requirement,
                                        std::span<const assess::Candidate> candidates,
                                        const Deadline& deadline) const {
  before_(requirement);
  const auto says = [&requirement](std::string_view word) {
    return requirement.title.find(word) != std::string::npos;
  };
  if (says("throws")) throw std::runtime_error("secret detail");
  while (says("dies late") && !deadline.passed()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  assess::Verdict verdict;
  verdict.confidence = says("complete") ? 0.9 : says("partial") ? 0.5 : 0.1;
  if (says("out of range")) verdict.confidence = 1.5;
  verdict.reasoning = "As the title says.";
  verdict.details = Json::object();
  if (!candidates.empty()) {
    const assess::Candidate& best = candidates.front();
    const std::string word = best.content.substr(0, best.content.find(' '));
    verdict.citations.push_back({best.document, best.chunk, word, best.page_number, 0, 0});
    if (says("lies")) {
      verdict.citations.push_back({best.document, best.chunk, "never written", 1, 0, 0});
    }
  }
  return verdict;
}

}  // namespace assay::test
