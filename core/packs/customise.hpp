// SPDX-License-Identifier: Apache-2.0
// Changes between versions of a pack: making a version from a base and a list of changes, and
// finding what differs between two versions.
#pragma once

#include "core/base/error.hpp"
#include "core/json/json.hpp"
#include "core/packs/pack_content.hpp"

namespace assay::packs {

inline constexpr std::size_t kMaxChanges = 5000;

struct Customised {
  NewVersion content;  // arranged and ready to be stored
  // {added, changed, removed}, each {criteria: [...], requirements: [...]}: criterionId or
  // requirementId, and for changed ones the fields that now differ.
  Json report;
};

// changes: 1 to 5,000 objects, applied in order:
//   {op: "add", requirementId, criterionId, title, subcheckLabel?, expectedEvidence?, guidance?,
//    after?}                  after the requirement `after`, or at its criterion's end
//   {op: "change", requirementId, any of criterionId, title, subcheckLabel, expectedEvidence,
//    guidance}                null removes an optional one
//   {op: "remove", requirementId}
//   {op: "add", criterionId, criterionTitle, criterionDescription?, label?}
//   {op: "change", criterionId, any of criterionTitle, criterionDescription, label}
//   {op: "remove", criterionId}   which must have no requirements left
// Errors: 400 VALIDATION_ERROR naming the member, e.g. changes[3].requirementId.
[[nodiscard]] Result<Customised> customise(const NewVersion& base, const Json& changes);

// Compares two versions of a pack.

// {added, removed, changed}, each {criteria: [...], requirements: [...]}. Added and removed items
// are criterionId numbers and requirementId texts; changed items are {criterionId | requirementId,
// fields: [names of the fields that differ]}.
[[nodiscard]] Json difference(const NewVersion& before, const NewVersion& after);

}  // namespace assay::packs
