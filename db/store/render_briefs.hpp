// SPDX-License-Identifier: Apache-2.0
// Renders briefs as the JSON that clients see.
#pragma once

#include "core/json/json.hpp"
#include "db/store/briefs.hpp"

namespace assay::store::render {

// id, runId, packId, requirementId, status, confidence, citationCount, needsReview, review?
// {verdict, status}, createdAt, requirement {id, title, criterionId, criterionTitle,
// subcheckLabel}.
[[nodiscard]] Json brief(const briefs::Brief& brief);

}  // namespace assay::store::render
