// SPDX-License-Identifier: Apache-2.0
// What differs between an assessment as it was frozen and as it comes out again.
#pragma once

#include "core/json.hpp"
#include "db/store/assessments.hpp"

namespace assay::jobs {

// Adds {requirementId, field, frozen, reproduced} to list for each that differs, to the last bit:
// status, confidence, citations, reasoning, and each member of the details. Identifiers and times
// are no part of a verdict. from_record: nobody was asked again, so that of two that FAILED only
// the status tells anything. frozen: null where the snapshot has none.
void add_differences(Json& list, const Json& frozen,
                     const store::assessments::Assessment& reproduced,
                     const std::string& requirement_id, bool from_record);

}  // namespace assay::jobs
