// SPDX-License-Identifier: Apache-2.0
// Imports one framework of a CISO Assistant library as a pack: assessable nodes become
// requirements, and the nearest non-assessable node above becomes their criterion.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "db/packs/import.hpp"
#include "db/packs/refusal.hpp"
#include "db/packs/tally.hpp"
#include "db/packs/yaml_object.hpp"

namespace assay::packs {

// Data that a library's frameworks share.
struct CisoLibrary {
  std::string name;
  std::string description;
  std::string copyright;
  std::string version;
  // Typical evidence of its reference controls, by urn in lower case; empty if none is given.
  std::unordered_map<std::string, std::vector<std::string>> control_evidence = {};
};

// Adds the pack; a framework without an assessable node goes into the report instead. Adds counts
// of merged and left-out items to tally, and the text created to budget. Throws Refusal.
void import_ciso_framework(const YamlObject& framework, const CisoLibrary& library, Import& import,
                           Tally& tally, OutputBudget& budget);

}  // namespace assay::packs
