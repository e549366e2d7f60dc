// SPDX-License-Identifier: Apache-2.0
// What both OSCAL documents have: identifiers, texts, metadata, observations, resources.
#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"
#include "pipeline/export/report_data.hpp"

namespace assay::exports::oscal {

// A UUIDv5 (RFC 9562): OSCAL takes versions 4 and 5 alone. The same of a run and name each time.
[[nodiscard]] std::string uuid(const Report& report, const std::string& name);
// Our label of a requirement as a token.
[[nodiscard]] std::string control_id(const Finding& finding);
// Text of other people as OSCAL's markup, in which it shows as it is. line: on one line, never "".
[[nodiscard]] std::string markup(std::string_view text);
[[nodiscard]] std::string markup_line(std::string_view text);

[[nodiscard]] Json property(std::string_view name, std::string_view value);
[[nodiscard]] Json metadata(const Report& report, const std::string& title);
// What was looked at for a finding, with each quote.
[[nodiscard]] Json observation(const Report& report, const Finding& finding);
[[nodiscard]] std::string observation_uuid(const Report& report, const Finding& finding);
// The documents, with the names and hashes of their originals, and what stands for the plan.
[[nodiscard]] Json back_matter(const Report& report);
[[nodiscard]] std::string plan_uuid(const Report& report);

}  // namespace assay::exports::oscal
