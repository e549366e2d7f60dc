// SPDX-License-Identifier: Apache-2.0
// Finds the differences between a frozen assessment and its reproduction.
#pragma once

#include "core/json/json.hpp"
#include "db/store/assessments.hpp"

namespace assay::jobs {

// Adds {requirementId, field, frozen, reproduced} to list for each difference, compared to the last
// bit: status, confidence, citations, reasoning, and each member of the details. Identifiers and
// times are not part of a verdict. from_record: no evaluator was asked again, so if both FAILED
// only the status is compared. frozen: null if the snapshot has none.
void add_differences(Json& list, const Json& frozen,
                     const store::assessments::Assessment& reproduced,
                     const std::string& requirement_id, bool from_record);

}  // namespace assay::jobs
