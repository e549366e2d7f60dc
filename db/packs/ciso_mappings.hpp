// SPDX-License-Identifier: Apache-2.0
// The mapping sets of a CISO Assistant library: links between the nodes of two frameworks.
#pragma once

#include "db/packs/import.hpp"
#include "db/packs/tally.hpp"
#include "db/packs/yaml_object.hpp"

namespace assay::packs {

// Throws Refusal. Links that say "not related" are skipped, repeated ones merged and counted.
void import_ciso_mappings(const YamlObject& set, Import& import, Tally& tally);

}  // namespace assay::packs
