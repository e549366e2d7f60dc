// SPDX-License-Identifier: Apache-2.0
// What every pack and every mapping set must hold to before they are stored, whatever format they
// came in.
#pragma once

#include <optional>

#include "core/error.hpp"
#include "db/store/mappings.hpp"
#include "db/store/pack_versions.hpp"

namespace assay::packs {

// Brings the requirements of each criterion together, in the order in which the criteria are first
// used; criteria without requirements come last, by number. An empty sub-label becomes none.
// Stored, exported and imported again, an arranged version keeps its content hash.
void arrange(store::packs::NewVersion& version);

// The first thing that keeps the version from being stored: labels or numbers twice, a criterion
// that is not there, an empty title, a text that is too long, more than 50,000 requirements.
[[nodiscard]] std::optional<Error> unfit(const store::packs::NewVersion& version);
// The same of a set of mappings: empty or long names, an unknown relationship, a strength outside
// of 0 to 100, more than 100,000 mappings.
[[nodiscard]] std::optional<Error> unfit(const store::mappings::MappingSet& set);

}  // namespace assay::packs
