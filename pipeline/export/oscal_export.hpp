// SPDX-License-Identifier: Apache-2.0
// The two OSCAL documents of a run.
#pragma once

#include <optional>
#include <string>

#include "pipeline/export/report_data.hpp"

namespace assay::exports {

inline constexpr const char* kOscalVersion = "1.1.2";
inline constexpr const char* kAssessmentResultsName = "assessment-results.json";
inline constexpr const char* kPoamName = "plan-of-action-and-milestones.json";

[[nodiscard]] std::string assessment_results(const Report& report);
// nullopt when the run created no tasks: OSCAL has no plan without items.
[[nodiscard]] std::optional<std::string> plan_of_action(const Report& report);

}  // namespace assay::exports
