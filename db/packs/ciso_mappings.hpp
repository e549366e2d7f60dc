// SPDX-License-Identifier: Apache-2.0
// Imports the mapping sets of a CISO Assistant library: links between the nodes of two frameworks.
#pragma once

#include "db/packs/import.hpp"
#include "db/packs/tally.hpp"
#include "db/packs/yaml_object.hpp"

namespace assay::packs {

// Throws Refusal. Skips links that say "not related"; merges and counts repeated ones.
void import_ciso_mappings(const YamlObject& set, Import& import, Tally& tally);

}  // namespace assay::packs
