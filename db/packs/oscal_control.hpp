// SPDX-License-Identifier: Apache-2.0
// Builds requirements from one OSCAL control: one for each objective without objectives below it,
// or one for its statement if the catalog has no objectives.
#pragma once

#include <string>
#include <vector>

#include "db/packs/import.hpp"
#include "db/packs/oscal_parts.hpp"

namespace assay::packs {

// The control's usual label ("AC-2(1)"), from its label property or its id.
[[nodiscard]] std::string oscal_control_label(const JsonObject& control);

// heading: titles of the control and those it is nested in, or "" if they only repeat labels. The
// caller handles criterion and uniqueness of labels. Throws Refusal.
[[nodiscard]] std::vector<store::packs::Requirement> oscal_requirements(const JsonObject& control,
                                                                        const std::string& heading,
                                                                        OscalParts parts,
                                                                        Tally& tally,
                                                                        OutputBudget& budget);

}  // namespace assay::packs
