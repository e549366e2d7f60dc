// SPDX-License-Identifier: Apache-2.0
// A verdict in words and as data; and the task for a requirement that is not COMPLETE: which
// sub-checks are open and what kind of document would show each.
#pragma once

#include <span>
#include <string>

#include "core/base/states.hpp"
#include "pipeline/assess/judge/check_reader.hpp"
#include "pipeline/assess/judge/evaluator.hpp"

namespace assay::assess {

// Probabilities that the requirement as a whole is shown, wholly and at least in part.
struct Conclusion {
  double confidence = 0;
  double supported = 0;
};

// What is shown and where, what is missing, what weakens, what comes near: sets confidence (lower
// where nothing can be cited), citations, reasoning and details.
[[nodiscard]] Verdict explain(std::span<const SubCheck> checks, std::span<const Finding> findings,
                              const Conclusion& conclusion, const Reading& reading,
                              std::span<const Candidate> candidates);

struct TaskText {
  std::string title;        // one line, at most 200 characters
  std::string description;  // plain text, several lines
};

// Reads verdict.details as evaluator.hpp describes them; sub-checks that are absent there make the
// whole requirement the open point. Precondition: status is not COMPLETE.
[[nodiscard]] TaskText remediation_task(const RequirementText& requirement, AssessmentStatus status,
                                        const Verdict& verdict);

}  // namespace assay::assess
