// SPDX-License-Identifier: Apache-2.0
// A requirement judged against short papers, with the real encoder's cosines.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/states.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"
#include "tests/embed/model.hpp"

namespace assay::assess {

// number: one digit, of the document, the chunk and the page.
inline Candidate paper(int number, std::string content, std::string file = "Depot rules.pdf") {
  Candidate out;
  out.document.value = "00000000-0000-7000-8000-00000000000" + std::to_string(number);
  out.chunk.value = "00000000-0000-7000-9000-00000000000" + std::to_string(number);
  out.file_name = std::move(file);
  out.page_number = number;
  out.content = std::move(content);
  out.score = 0.5;
  return out;
}

inline RequirementText requirement(std::string title) {
  RequirementText out;
  out.requirement_id = "1.1";
  out.title = std::move(title);
  out.expected_evidence = "inspection record";
  return out;
}

inline Verdict judge(const RequirementText& asked, std::vector<Candidate> candidates,
                     const std::optional<Calibration>& calibration = std::nullopt) {
  const auto vector = [](const std::string& text) {
    return embed::embedder().embed(std::vector<std::string>{text});
  };
  const auto wanted = vector(asked.title);
  for (Candidate& one : candidates) one.cosine = embed::cosine(wanted, vector(one.content));
  return BuiltinEvaluator(calibration)
      .evaluate(asked, candidates, Deadline(std::chrono::seconds(30)));
}

inline Verdict judge(const std::string& title, const std::vector<Candidate>& candidates) {
  return judge(requirement(title), candidates);
}

inline AssessmentStatus status(const std::string& title, const std::vector<Candidate>& candidates) {
  return status_for(judge(title, candidates).confidence, Thresholds{});
}

}  // namespace assay::assess
