// SPDX-License-Identifier: Apache-2.0
// The result of reading a requirements file of any format: packs, mappings between frameworks, and
// a report of what was left out and why. Nothing is dropped silently.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "db/store/mappings.hpp"
#include "db/store/pack_versions.hpp"

namespace assay::packs {

// A part of the file that did not become a requirement or criterion. path: its place in the
// format's own terms ("objects.framework.requirement_nodes[12]", "line 40").
struct Skipped {
  std::string path;
  std::string reason;
};

struct Report {
  std::vector<Skipped> skipped;
  std::vector<std::string> warnings;  // merged, guessed or shortened: what, where, and how
};

using store::mappings::Mapping;
using store::mappings::MappingSet;

struct Import {
  std::vector<store::packs::NewVersion> packs;
  std::vector<MappingSet> mapping_sets;
  Report report;
};

}  // namespace assay::packs
