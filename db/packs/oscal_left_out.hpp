// SPDX-License-Identifier: Apache-2.0
// What of an OSCAL catalog has no place in a pack, so that a report can say so.
#pragma once

#include "db/packs/json_object.hpp"
#include "db/packs/tally.hpp"

namespace assay::packs {

// Counts, by kind, the members of catalog, metadata, groups, parameters, controls and parts of
// which nothing was made, and the resources of the back matter. Withdrawn controls and assessment
// methods that are left out as wholes are not gone into. Precondition: the readers took the
// catalog. Throws Refusal where a member that they did not look at is of a wrong type.
void count_left_out(const JsonObject& catalog, Tally& tally);

}  // namespace assay::packs
