// SPDX-License-Identifier: Apache-2.0
// What differs between two versions of a pack.
#pragma once

#include "core/json.hpp"
#include "db/store/pack_versions.hpp"

namespace assay::packs {

// {added, removed, changed}, each {criteria: [...], requirements: [...]}. Added and removed ones
// are criterionId numbers and requirementId texts; changed ones {criterionId | requirementId,
// fields: [names of the fields that differ]}.
[[nodiscard]] Json difference(const store::packs::NewVersion& before,
                              const store::packs::NewVersion& after);

}  // namespace assay::packs
