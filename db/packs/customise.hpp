// SPDX-License-Identifier: Apache-2.0
// Customised versions: a base and a list of changes to its criteria and requirements.
#pragma once

#include "core/json.hpp"
#include "core/result.hpp"
#include "db/store/pack_versions.hpp"

namespace assay::packs {

inline constexpr std::size_t kMaxChanges = 5000;

struct Customised {
  store::packs::NewVersion content;  // arranged and fit to be stored
  // {added, changed, removed}, each {criteria: [...], requirements: [...]}: criterionId or
  // requirementId, and for changed ones the fields that differ now.
  Json report;
};

// changes: 1 to 5,000 objects, applied one after another:
//   {op: "add", requirementId, criterionId, title, subcheckLabel?, expectedEvidence?, guidance?,
//    after?}                  behind the requirement `after`, else at its criterion's end
//   {op: "change", requirementId, any of criterionId, title, subcheckLabel, expectedEvidence,
//    guidance}                null takes an optional one away
//   {op: "remove", requirementId}
//   {op: "add", criterionId, criterionTitle, criterionDescription?, label?}
//   {op: "change", criterionId, any of criterionTitle, criterionDescription, label}
//   {op: "remove", criterionId}   which has no requirements any more
// Errors: 400 VALIDATION_ERROR naming the member, e.g. changes[3].requirementId.
[[nodiscard]] Result<Customised> customise(const store::packs::NewVersion& base,
                                           const Json& changes);

}  // namespace assay::packs
