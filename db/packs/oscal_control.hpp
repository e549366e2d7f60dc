// SPDX-License-Identifier: Apache-2.0
// Requirements from one OSCAL control: one for each objective that has none below it, or one for
// its statement where the catalog has no objectives.
#pragma once

#include <string>
#include <vector>

#include "db/packs/import.hpp"
#include "db/packs/oscal_parts.hpp"

namespace assay::packs {

// The label by which a control is known ("AC-2(1)"), from its label property, or its id.
[[nodiscard]] std::string oscal_control_label(const JsonObject& control);

// heading: titles of the control and those it is nested in, or "" when they only repeat labels.
// Criterion and uniqueness of labels are the caller's. Throws Refusal.
[[nodiscard]] std::vector<store::packs::Requirement> oscal_requirements(const JsonObject& control,
                                                                        const std::string& heading,
                                                                        OscalParts parts,
                                                                        Tally& tally,
                                                                        OutputBudget& budget);

}  // namespace assay::packs
