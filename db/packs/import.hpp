// SPDX-License-Identifier: Apache-2.0
// What reading a file of requirements gives, whatever its format: packs, mappings between
// frameworks, and a report of what was left out and why. Nothing is dropped silently.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "db/store/packs.hpp"

namespace assay::packs {

// A part of the file that did not become a requirement or criterion. path: where it stands, in the
// format's own terms ("objects.framework.requirement_nodes[12]", "line 40").
struct Skipped {
  std::string path;
  std::string reason;
};

struct Report {
  std::vector<Skipped> skipped;
  std::vector<std::string> warnings;  // merged, guessed or shortened: what, where, and how
};

// A link between requirements of two frameworks, named by their source keys.
struct Mapping {
  std::string source;
  std::string target;
  std::string relationship;  // equal, subset, superset, intersect
  std::optional<int> strength;
  std::string rationale;
};

struct MappingSet {
  std::string source_key;  // the set's own
  std::string name;
  std::string source_framework;  // source keys of the frameworks
  std::string target_framework;
  std::vector<Mapping> mappings;
};

struct Import {
  std::vector<store::packs::NewVersion> packs;
  std::vector<MappingSet> mapping_sets;
  Report report;
};

}  // namespace assay::packs
