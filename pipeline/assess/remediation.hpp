// SPDX-License-Identifier: Apache-2.0
// The task for a requirement that is not COMPLETE: which sub-checks are open and what kind of
// document would show each.
#pragma once

#include <string>

#include "core/base/states.hpp"
#include "pipeline/assess/evaluator.hpp"

namespace assay::assess {

struct TaskText {
  std::string title;        // one line, at most 200 characters
  std::string description;  // plain text, several lines
};

// Reads verdict.details as evaluator.hpp describes them; sub-checks that are absent there make the
// whole requirement the open point. Precondition: status is not COMPLETE.
[[nodiscard]] TaskText remediation_task(const RequirementText& requirement, AssessmentStatus status,
                                        const Verdict& verdict);

}  // namespace assay::assess
