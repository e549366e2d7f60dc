// SPDX-License-Identifier: Apache-2.0
// The two OSCAL documents of a run, and what they share: identifiers, texts, metadata,
// observations, resources.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json/json.hpp"
#include "pipeline/export/report_data.hpp"

namespace assay::exports {

inline constexpr const char* kOscalVersion = "1.1.2";
inline constexpr const char* kAssessmentResultsName = "assessment-results.json";
inline constexpr const char* kPoamName = "plan-of-action-and-milestones.json";

[[nodiscard]] std::string assessment_results(const Report& report);
// nullopt when the run created no tasks: OSCAL has no plan without items.
[[nodiscard]] std::optional<std::string> plan_of_action(const Report& report);

}  // namespace assay::exports

namespace assay::exports::oscal {

// A UUIDv5 (RFC 9562), because OSCAL allows only versions 4 and 5. The same run and name always
// give the same UUID.
[[nodiscard]] std::string uuid(const Report& report, const std::string& name);
// The label of the requirement as an OSCAL token.
[[nodiscard]] std::string control_id(const Finding& finding);
// Other people's text as OSCAL markup that displays it literally. markup_line: on one line, never
// "".
[[nodiscard]] std::string markup(std::string_view text);
[[nodiscard]] std::string markup_line(std::string_view text);

[[nodiscard]] Json property(std::string_view name, std::string_view value);
[[nodiscard]] Json metadata(const Report& report, const std::string& title);
// The observation behind a finding, with each quote.
[[nodiscard]] Json observation(const Report& report, const Finding& finding);
[[nodiscard]] std::string observation_uuid(const Report& report, const Finding& finding);
// The documents, with the names and hashes of their originals, and the resource for the plan.
[[nodiscard]] Json back_matter(const Report& report);
[[nodiscard]] std::string plan_uuid(const Report& report);

}  // namespace assay::exports::oscal
