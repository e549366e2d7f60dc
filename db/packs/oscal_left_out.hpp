// SPDX-License-Identifier: Apache-2.0
// Finds the content of an OSCAL catalog that has no place in a pack, for the report.
#pragma once

#include "db/packs/json_object.hpp"
#include "db/packs/tally.hpp"

namespace assay::packs {

// Counts, by kind, the unused members of catalog, metadata, groups, parameters, controls and parts,
// and the resources of the back matter. Does not look inside withdrawn controls and assessment
// methods that are left out as a whole. Precondition: the readers accepted the catalog. Throws
// Refusal if a member that they did not read has the wrong type.
void count_left_out(const JsonObject& catalog, Tally& tally);

}  // namespace assay::packs
