// SPDX-License-Identifier: Apache-2.0
// A requirement judged against short papers by the whole evaluator, without an encoder.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "core/base/thresholds.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"

namespace assay::assess {

// number: one digit; papers of one number are sections of one document.
inline Candidate paper(int number, std::string heading, std::string content,
                       std::string file = "Depot.txt") {
  Candidate out;
  out.document.value = "00000000-0000-7000-8000-00000000000" + std::to_string(number);
  out.chunk.value = "00000000-0000-7000-9000-00000000000" + std::to_string(number);
  out.file_name = std::move(file);
  out.heading_path = std::move(heading);
  out.content = std::move(content);
  out.score = 0.5;
  return out;
}

inline Verdict judge(const std::string& title, const std::vector<Candidate>& candidates) {
  RequirementText requirement;
  requirement.title = title;
  return BuiltinEvaluator(nullptr).evaluate(requirement, candidates,
                                            Deadline(std::chrono::seconds(5)));
}

inline AssessmentStatus status(const std::string& title, const std::vector<Candidate>& candidates) {
  return status_for(judge(title, candidates).confidence, Thresholds{});
}

}  // namespace assay::assess
