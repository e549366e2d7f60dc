// SPDX-License-Identifier: Apache-2.0
// Compares two versions of a pack.
#pragma once

#include "core/json/json.hpp"
#include "db/store/pack_versions.hpp"

namespace assay::packs {

// {added, removed, changed}, each {criteria: [...], requirements: [...]}. Added and removed items
// are criterionId numbers and requirementId texts; changed items are {criterionId | requirementId,
// fields: [names of the fields that differ]}.
[[nodiscard]] Json difference(const store::packs::NewVersion& before,
                              const store::packs::NewVersion& after);

}  // namespace assay::packs
